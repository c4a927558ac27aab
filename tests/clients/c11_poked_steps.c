/* C11: steps whose index is written from outside. */
#include "poked_steps.h"

int main(void) { return RunPokedSteps("50"); }
