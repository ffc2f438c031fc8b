#include "mplan/IR/Mplan.h"
