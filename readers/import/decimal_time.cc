#include "readers/import/decimal_time.h"

#include <charconv>
#include <cstdint>

namespace aclprof {
namespace {

using Wide = __int128;

constexpr int kAttoDigitsOfMicro = 12;
constexpr int kAttoDigitsOfNano = 9;
// Half of what an Instant holds, so that the sum of two of them is still an Instant.
constexpr Wide kMaxAttos = Wide{INT64_MAX / 2} * kAttosPerNano;
constexpr int kMaxExponent = 60;

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Splits "12.5e-3" into "12.5" and -3.
bool TakeExponent(std::string_view* text, int* exponent) {
  *exponent = 0;
  const size_t at = text->find_first_of("eE");
  if (at == std::string_view::npos) return true;
  std::string_view digits = text->substr(at + 1);
  if (!digits.empty() && digits.front() == '+') digits.remove_prefix(1);
  *text = text->substr(0, at);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), *exponent);
  return error == std::errc() && end == digits.data() + digits.size() &&
         *exponent >= -kMaxExponent && *exponent <= kMaxExponent;
}

// The number times 10^scale, rounded to a whole.
class ScaledDecimal {
 public:
  explicit ScaledDecimal(int scale) : places_left_(scale) {}

  bool Parse(std::string_view text) {
    bool seen_point = false;
    bool seen_digit = false;
    for (const char c : text) {
      if (c == '.' && !seen_point) {
        seen_point = true;
      } else if (IsDigit(c)) {
        seen_digit = true;
        if (!Add(c - '0', seen_point)) return false;
      } else {
        return false;
      }
    }
    return seen_digit && Finish();
  }

  Wide value() const { return value_; }

 private:
  // A negative scale takes digits away from the whole part too, so digits wait until their place is
  // known.
  bool Add(int digit, bool after_point) {
    if (after_point && places_left_ <= 0) return Drop(digit);
    if (after_point) --places_left_;
    value_ = value_ * 10 + digit;
    return value_ <= kMaxAttos;
  }

  // Digits behind the last place, the first of them being the one that decides.
  bool Drop(int digit) {
    if (dropped_ < 0) {
      dropped_ = digit;
    } else if (digit != 0) {
      dropped_more_ = true;
    }
    return true;
  }

  // The last digit of the value falls behind the last place and in front of those dropped before.
  void DropLast() {
    if (dropped_ > 0) dropped_more_ = true;
    dropped_ = static_cast<int>(value_ % 10);
    value_ /= 10;
  }

  // Half to even: rounding must not make sums drift.
  bool RoundsUp() const {
    return dropped_ > 5 || (dropped_ == 5 && (dropped_more_ || value_ % 2 == 1));
  }

  bool Finish() {
    for (; places_left_ > 0 && value_ <= kMaxAttos; --places_left_) value_ *= 10;
    for (; places_left_ < 0; ++places_left_) DropLast();
    if (RoundsUp()) ++value_;
    return value_ <= kMaxAttos;
  }

  Wide value_ = 0;
  int places_left_;
  int dropped_ = -1;
  bool dropped_more_ = false;
};

bool ParseAttos(std::string_view text, int scale, Wide* attos) {
  text = Trim(text);
  int exponent = 0;
  if (!TakeExponent(&text, &exponent)) return false;
  ScaledDecimal number(scale + exponent);
  if (!number.Parse(text)) return false;
  *attos = number.value();
  return true;
}

bool ParseInstant(std::string_view text, int scale, Instant* instant) {
  Wide attos = 0;
  if (!ParseAttos(text, scale, &attos)) return false;
  *instant = FromNanosAndAttos<Instant>(static_cast<int64_t>(attos / kAttosPerNano),
                                        static_cast<uint32_t>(attos % kAttosPerNano));
  return true;
}

}  // namespace

bool ParseMicros(std::string_view text, Instant* instant) {
  return ParseInstant(text, kAttoDigitsOfMicro, instant);
}

bool ParseNanos(std::string_view text, Instant* instant) {
  return ParseInstant(text, kAttoDigitsOfNano, instant);
}

bool ParseMicros(std::string_view text, Span* span) {
  Instant instant;
  if (!ParseMicros(text, &instant)) return false;
  *span = {instant.ns, instant.fs, instant.as};
  return true;
}

}  // namespace aclprof
