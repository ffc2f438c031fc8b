#include "mplan/Solver/Problem.h"
