/* math.h: the functions that take numbers apart, for float, double and long double. */
#include "float_parts.h"

#define REAL float
#define NAME(function) function##f
#define UNPACK unpack_f
#define ASSEMBLE assemble_f
#define FORMAT format_f
#include "math_bits.inc"
#undef REAL
#undef NAME
#undef UNPACK
#undef ASSEMBLE
#undef FORMAT

#define REAL double
#define NAME(function) function
#define UNPACK unpack_d
#define ASSEMBLE assemble_d
#define FORMAT format_d
#include "math_bits.inc"
#undef REAL
#undef NAME
#undef UNPACK
#undef ASSEMBLE
#undef FORMAT

#define REAL long double
#define NAME(function) function##l
#define UNPACK unpack_l
#define ASSEMBLE assemble_l
#define FORMAT format_l
#include "math_bits.inc"
