"""golden.py FILE.npz ARRAY OUT: writes an array of a NumPy archive as raw bytes.

Row-major and little-endian, one case after the other: what mplan-equiv's
--input and --expect read.
"""

import sys

import numpy

archive, name, out = sys.argv[1:]
array = numpy.load(archive)[name]
numpy.ascontiguousarray(array, array.dtype.newbyteorder("<")).tofile(out)
