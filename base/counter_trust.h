// counter_trust.h: whether the processor's counter ticks evenly and alike on every processor.
//
// Source   x86-64: CPUID 0x80000007 EDX bit 8 (invariant TSC), and the kernel's own choice of a clock: it leaves the TSC
//          when it has seen it go wrong. aarch64: the architecture promises it of CNTVCT_EL0.
#pragma once

namespace aclprof {

// NULL where it may be used, else the reason why not: a literal.
const char* WhyCounterIsNotTrusted();

}  // namespace aclprof
