/* C12: the same at the highest frequency; a failure is an exception. */
#include "poked_steps.h"

int main(void) { return RunPokedSteps("100"); }
