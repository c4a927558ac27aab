// number_text.h: numbers as the tables and the timeline write them, into memory that has room.
//
// Shape    every function writes at `at` and returns where the text ends; none writes more than
//          kNumberTextBytes.
// Units    arguments are nanoseconds, the text is microseconds, where the name says Micros.
// Source   reference tables of the vendor's tool; docs/export.md, "Numbers".
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/instant.h"
#include "export/text_sink.h"

namespace aclprof {

inline constexpr size_t kNumberTextBytes = 48;

char* PutUnsigned(char* at, uint64_t value);
char* PutSigned(char* at, int64_t value);
// All digits of a number that may be above 2^64.
char* PutUnsigned128(char* at, unsigned __int128 value);
// Exactly three decimals: 1234 gives "1.234".
char* PutMicros(char* at, int64_t ns);
// Exactly six decimals, the last three of them 0: how waits are written.
char* PutMicrosSixDecimals(char* at, int64_t ns);
// Three decimals, or as many as what is below the nanosecond needs: "13.780", "9.800203125".
char* PutMicrosExact(char* at, Span span);
// A count of thousandths, trailing zeros dropped: 6670 gives "6.67", 0 gives "0".
char* PutThousandths(char* at, unsigned __int128 thousandths);
// Bytes in units of 1024 with at most three decimals, trailing zeros dropped.
char* PutKiB(char* at, uint64_t bytes);
// The shortest text that reads back as the same double; "null" for what JSON has no number for.
char* PutDouble(char* at, double value);

// The same, into a sink: Put(sink, PutMicros, 1234).
template <typename Function, typename... Values>
void Put(TextSink* sink, Function put, Values... values) {
  sink->Advance(put(sink->Reserve(kNumberTextBytes), values...));
}

}  // namespace aclprof
