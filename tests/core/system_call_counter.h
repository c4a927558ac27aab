// system_call_counter.h: counts the system calls of the calling thread, from its making to Stop.
//
// Shape    the kernel turns each call into a SIGSYS while a byte of ours says so; the handler makes the call itself.
// Threads  one counter at a time.
// Source   Linux 5.11, PR_SET_SYSCALL_USER_DISPATCH; x86-64 alone.
#pragma once

#include <linux/futex.h>
#include <linux/prctl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdint>

#if defined(__x86_64__) && defined(PR_SET_SYSCALL_USER_DISPATCH)
#define ACLPROF_HAS_SYSCALL_DISPATCH 1
#else
#define ACLPROF_HAS_SYSCALL_DISPATCH 0
#endif

namespace aclprof {

#if ACLPROF_HAS_SYSCALL_DISPATCH

// The way back from the handler is a system call as well: the one place that is let through.
extern "C" void aclprof_test_sigreturn();
__asm__(
    ".pushsection .text\n"
    ".global aclprof_test_sigreturn\n"
    "aclprof_test_sigreturn:\n"
    "  mov $15, %eax\n"
    "  syscall\n"
    "aclprof_test_sigreturn_end:\n"
    ".popsection\n");

class SystemCallCounter {
 public:
  SystemCallCounter() {
    total_ = 0;
    wakes_ = 0;
    InstallHandler();
    constexpr unsigned long kWayBack = 16;
    prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON,
          reinterpret_cast<unsigned long>(&aclprof_test_sigreturn), kWayBack, &selector_);
    selector_ = SYSCALL_DISPATCH_FILTER_BLOCK;
  }
  ~SystemCallCounter() { Stop(); }
  SystemCallCounter(const SystemCallCounter&) = delete;
  SystemCallCounter& operator=(const SystemCallCounter&) = delete;

  static bool IsAvailable() {
    if (prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 0, 0, &selector_) != 0)
      return false;
    prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
    return true;
  }
  void Stop() {
    selector_ = SYSCALL_DISPATCH_FILTER_ALLOW;
    prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
  }
  uint64_t Total() const { return total_; }
  uint64_t FutexWakes() const { return wakes_; }

 private:
  // As the kernel takes it; libc's own would come back through libc.
  struct KernelAction {
    void (*handler)(int, siginfo_t*, void*);
    unsigned long flags;
    void (*restorer)();
    uint64_t mask;
  };
  static void InstallHandler() {
    constexpr unsigned long kRestorer = 0x04000000;
    const KernelAction action{&OnSystemCall, SA_SIGINFO | kRestorer, &aclprof_test_sigreturn, 0};
    syscall(SYS_rt_sigaction, SIGSYS, &action, nullptr, sizeof(action.mask));
  }
  static void OnSystemCall(int, siginfo_t* info, void* context) {
    selector_ = SYSCALL_DISPATCH_FILTER_ALLOW;
    greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    ++total_;
    const bool wake =
        info->si_syscall == SYS_futex && (registers[REG_RSI] & FUTEX_CMD_MASK) == FUTEX_WAKE;
    wakes_ += wake ? 1 : 0;
    registers[REG_RAX] = Repeat(info->si_syscall, registers);
    selector_ = SYSCALL_DISPATCH_FILTER_BLOCK;
  }
  static greg_t Repeat(int number, const greg_t* registers) {
    greg_t result = number;
    register greg_t r10 __asm__("r10") = registers[REG_R10];
    register greg_t r8 __asm__("r8") = registers[REG_R8];
    register greg_t r9 __asm__("r9") = registers[REG_R9];
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"(registers[REG_RDI]), "S"(registers[REG_RSI]), "d"(registers[REG_RDX]),
                       "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
  }

  static inline volatile char selector_ = SYSCALL_DISPATCH_FILTER_ALLOW;
  static inline uint64_t total_ = 0;
  static inline uint64_t wakes_ = 0;
};

#else

class SystemCallCounter {
 public:
  static bool IsAvailable() { return false; }
  void Stop() {}
  uint64_t Total() const { return 0; }
  uint64_t FutexWakes() const { return 0; }
};

#endif

}  // namespace aclprof
