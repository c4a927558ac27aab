#include "tools/window_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace aclprof {
namespace {

struct Unit {
  std::string_view name;
  int decimals;  // of it that are whole nanoseconds
};

constexpr std::array<Unit, 4> kUnits = {Unit{"s", 9}, {"ms", 6}, {"us", 3}, {"ns", 0}};
constexpr Unit kUnixMicros = {"", 3};

const Unit* FindUnit(std::string_view name) {
  if (name.empty()) return &kUnixMicros;
  for (const Unit& unit : kUnits)
    if (unit.name == name) return &unit;
  return nullptr;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// False when the sum leaves 63 bits.
bool AppendDigit(char digit, int64_t* number) {
  return !__builtin_mul_overflow(*number, 10, number) &&
         !__builtin_add_overflow(*number, digit - '0', number);
}

// Digits with at most one point among them, in units of 10^-decimals.
bool ParseDecimal(std::string_view digits, int decimals, int64_t* number) {
  bool behind_point = false;
  *number = 0;
  for (const char c : digits) {
    if (c == '.' && !behind_point) {
      behind_point = true;
    } else if (!IsDigit(c) || (behind_point && decimals == 0) || !AppendDigit(c, number)) {
      return false;
    } else if (behind_point) {
      --decimals;
    }
  }
  for (; decimals > 0; --decimals)
    if (!AppendDigit('0', number)) return false;
  return true;
}

Status Bad(const std::string& sentence) { return Status(StatusCode::kInvalidArgument, sentence); }

std::string MicrosText(Instant at) { return fmt::format("{}.{:03}", at.ns / 1000, at.ns % 1000); }

std::string Words(const WindowChoice& choice) {
  return (choice.from.empty() ? "" : " --from " + choice.from) +
         (choice.to.empty() ? "" : " --to " + choice.to);
}

// The bound itself where it is left open.
Status InstantOf(const std::string& text, Instant begin, Instant* at) {
  if (text.empty()) return Status();
  WindowBound bound;
  Status parsed = ParseWindowBound(text, &bound);
  if (!parsed.ok()) return parsed;
  if (!bound.is_relative) begin = Instant();
  if (__builtin_add_overflow(begin.ns, bound.ns, &begin.ns))
    return Bad("\"" + text + "\" is too long");
  *at = begin;
  return Status();
}

}  // namespace

Status ParseWindowBound(const std::string& text, WindowBound* bound) {
  const size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const Unit* unit = FindUnit(std::string_view(text).substr(digits));
  if (unit == nullptr || digits == 0 || !IsDigit(text[0]) || !IsDigit(text[digits - 1])) {
    return Bad("\"" + text +
               "\" is no time: a number with s, ms, us or ns counts from the session's first "
               "record, one without is "
               "Unix time in microseconds");
  }
  if (!ParseDecimal(std::string_view(text).substr(0, digits), unit->decimals, &bound->ns))
    return Bad("\"" + text + "\" is finer than a nanosecond, or too long");
  bound->is_relative = !unit->name.empty();
  return Status();
}

Status CheckWindow(const WindowChoice& choice) {
  Instant any;
  Status from = InstantOf(choice.from, Instant(), &any);
  return from.ok() ? InstantOf(choice.to, Instant(), &any) : from;
}

Status WindowIn(const SessionReader& reader, const WindowChoice& choice,
                std::optional<TimeWindow>* window) {
  window->reset();
  const std::optional<TimeWindow> all = reader.announced_times();
  if (!choice.is_made() || !all) return Status();
  TimeWindow made{all->from, {std::min(all->to.ns, INT64_MAX - 1) + 1}};
  Status outcome = InstantOf(choice.from, all->from, &made.from);
  if (outcome.ok()) outcome = InstantOf(choice.to, all->from, &made.to);
  if (!outcome.ok()) return outcome;
  const bool is_closed = !choice.from.empty() && !choice.to.empty();
  if (is_closed && made.to <= made.from) return Bad("the window" + Words(choice) + " is empty");
  if (made.to <= made.from || made.to <= all->from || all->to < made.from) {
    return Bad("the window" + Words(choice) +
               " has no part of the session, whose records are from " + MicrosText(all->from) +
               " to " + MicrosText(all->to) + " us of Unix time");
  }
  *window = made;
  return Status();
}

}  // namespace aclprof
