// record_kernels_body.h: the loops of record_kernels.h; included once for each set of instructions they are compiled
// for.
//
// Shape    as chunk_kernels_body.h: everything is in an unnamed namespace and calls nothing from outside.

namespace aclprof {
namespace {

constexpr size_t kValues = kChunkRecords;
constexpr unsigned kRowBytes = 32;
constexpr unsigned kRowLanes = kRowBytes / sizeof(uint32_t);
constexpr unsigned kRows = kValues / kRowLanes;

// A row of lanes; arithmetic on it is arithmetic on each of them.
using Row [[gnu::vector_size(kRowBytes)]] = uint32_t;

// Row number kRow of a chunk: where its bits begin is known when this is compiled.
template <unsigned kWidth, unsigned kRow>
inline void UnpackRow(const unsigned char* packed, uint32_t least, uint32_t* values) {
  constexpr unsigned kBit = kRow * kWidth;
  constexpr unsigned kShift = kBit % 32;
  packed += kBit / 32 * kRowBytes;
  Row value;
  __builtin_memcpy(&value, packed, kRowBytes);
  value >>= kShift;
  if constexpr (kShift + kWidth > 32) {
    Row next;
    __builtin_memcpy(&next, packed + kRowBytes, kRowBytes);
    value |= next << (32 - kShift);
  }
  if constexpr (kWidth < 32) value &= (uint32_t{1} << kWidth) - 1;
  value += least;
  __builtin_memcpy(values + kRow * kRowLanes, &value, kRowBytes);
}

template <unsigned kWidth, unsigned... kRow>
inline void UnpackRows(const unsigned char* packed, uint32_t least, uint32_t* values,
                       std::integer_sequence<unsigned, kRow...>) {
  (UnpackRow<kWidth, kRow>(packed, least, values), ...);
}

template <unsigned kWidth>
void UnpackChunk(const unsigned char* packed, uint32_t least, uint32_t* values) {
  if constexpr (kWidth == 0) {
    for (size_t i = 0; i < kValues; ++i) values[i] = least;
  } else {
    UnpackRows<kWidth>(packed, least, values, std::make_integer_sequence<unsigned, kRows>());
  }
}

#if defined(__AVX2__)
// The sums within a row first, then those of the rows before: only the latter wait for each other.
void SumUp(uint32_t* values, uint32_t previous) {
  constexpr Row kNone = {};
  Row before = kNone + previous;
  for (unsigned i = 0; i < kRows; ++i) {
    Row row;
    __builtin_memcpy(&row, values + i * kRowLanes, kRowBytes);
    row += __builtin_shufflevector(row, kNone, 8, 0, 1, 2, 8, 4, 5, 6);
    row += __builtin_shufflevector(row, kNone, 8, 8, 0, 1, 8, 8, 4, 5);
    row += __builtin_shufflevector(row, kNone, 8, 8, 8, 8, 3, 3, 3, 3);
    const Row sums = row + before;
    before += __builtin_shufflevector(row, row, 7, 7, 7, 7, 7, 7, 7, 7);
    __builtin_memcpy(values + i * kRowLanes, &sums, kRowBytes);
  }
}
#else
void SumUp(uint32_t* values, uint32_t previous) {
  for (size_t i = 0; i < kValues; ++i) values[i] = previous += values[i];
}
#endif

void CountUp(uint32_t first, uint32_t step, uint32_t* values) {
  for (uint32_t i = 0; i < kValues; ++i) values[i] = first + i * step;
}

void Merge(const uint32_t* __restrict low, const uint32_t* __restrict high,
           uint32_t* __restrict both) {
  for (size_t i = 0; i < kValues; ++i) both[i] = (low[i] & 0xFFFF) | high[i] << 16;
}

// As many words as are stored at once; a square of them, turned, is as many words of as many records.
#if defined(__AVX2__)
constexpr size_t kSide = 4;
#else
constexpr size_t kSide = 2;
#endif
using Words [[gnu::vector_size(kSide * sizeof(uint64_t))]] = uint64_t;
using Halves [[gnu::vector_size(kSide * sizeof(uint32_t))]] = uint32_t;

inline Words JoinHalves(const uint32_t* low_halves, const uint32_t* high_halves) {
  Halves low, high;
  __builtin_memcpy(&low, low_halves, sizeof(low));
  __builtin_memcpy(&high, high_halves, sizeof(high));
#if defined(__AVX2__)
  const auto joined = __builtin_shufflevector(low, high, 0, 4, 1, 5, 2, 6, 3, 7);
#else
  const auto joined = __builtin_shufflevector(low, high, 0, 2, 1, 3);
#endif
  return reinterpret_cast<Words>(joined);
}

inline Words LoadWords(const WordColumn& column, size_t at) {
  if (column.whole == nullptr) return JoinHalves(column.low + at, column.high + at);
  Words words;
  __builtin_memcpy(&words, column.whole + at, sizeof(words));
  return words;
}

inline void Turn(Words (&square)[kSide]) {
#if defined(__AVX2__)
  const Words low01 = __builtin_shufflevector(square[0], square[1], 0, 4, 2, 6);
  const Words high01 = __builtin_shufflevector(square[0], square[1], 1, 5, 3, 7);
  const Words low23 = __builtin_shufflevector(square[2], square[3], 0, 4, 2, 6);
  const Words high23 = __builtin_shufflevector(square[2], square[3], 1, 5, 3, 7);
  square[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  square[1] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  square[2] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  square[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
#else
  const Words low = __builtin_shufflevector(square[0], square[1], 0, 2);
  square[1] = __builtin_shufflevector(square[0], square[1], 1, 3);
  square[0] = low;
#endif
}

// Words that a record has not are stored as well: the next record's stores, which come later, replace them.
template <size_t kWords>
void StoreAs(const WordColumn* columns, size_t count, uint64_t* __restrict records) {
  constexpr size_t kSquares = (kWords + kSide - 1) / kSide;
  for (size_t first = 0; first < count; first += kSide, records += kSide * kWords) {
    Words squares[kSquares][kSide] = {};
#pragma GCC unroll 8
    for (size_t word = 0; word < kWords; ++word)
      squares[word / kSide][word % kSide] = LoadWords(columns[word], first);
#pragma GCC unroll 8
    for (size_t square = 0; square < kSquares; ++square) Turn(squares[square]);
#pragma GCC unroll 8
    for (size_t record = 0; record < kSide; ++record)
#pragma GCC unroll 8
      for (size_t square = 0; square < kSquares; ++square)
        __builtin_memcpy(records + record * kWords + square * kSide, &squares[square][record],
                         sizeof(Words));
  }
}

static_assert(kMostFixedWords == 7);
constexpr void (*kStores[])(const WordColumn*, size_t, uint64_t*) = {
    StoreAs<1>, StoreAs<2>, StoreAs<3>, StoreAs<4>, StoreAs<5>, StoreAs<6>, StoreAs<7>};

void StoreRecords(const WordColumn* columns, size_t words, size_t count, uint64_t* records) {
  kStores[words - 1](columns, count, records);
}

template <unsigned... kWidth>
constexpr RecordKernels MakeRecordKernels(std::integer_sequence<unsigned, kWidth...>) {
  return {{UnpackChunk<kWidth>...}, SumUp, CountUp, Merge, StoreRecords};
}

constexpr RecordKernels MakeRecordKernels() {
  return MakeRecordKernels(std::make_integer_sequence<unsigned, 33>());
}

}  // namespace
}  // namespace aclprof
