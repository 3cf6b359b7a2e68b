// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A random OpenCL C program as a tree of values: copied, cut and printed freely.
//
// What every program keeps to, so that its result is defined (see legality.h for the rules that a
// change of the tree could break):
//   - integers wrap: arithmetic is printed on the unsigned type; shifts and indices are masked
//   - floats stay finite: factors and stored values are clamped
//   - a work-item writes its own slots of global memory; others' values pass through an Exchange
#ifndef WEFT_TESTS_FUZZ_PROGRAM_H
#define WEFT_TESTS_FUZZ_PROGRAM_H

#include <cstdint>
#include <string>
#include <vector>

namespace weft::fuzz {

enum class Base : uint8_t { I8, U8, I16, U16, I32, U32, I64, U64, F32, F64, F16 };

struct Type {
  Base base = Base::I32;
  unsigned width = 1; // elements: 1, 2, 3, 4, 8 or 16

  bool isFloat() const { return base >= Base::F32; }
  bool isVector() const { return width > 1; }
  bool isSigned() const { return isFloat() || unsigned(base) % 2 == 0; }
  unsigned bits() const {
    return base == Base::F16   ? 16
           : base == Base::F32 ? 32
           : base == Base::F64 ? 64
                               : 8u << (unsigned(base) / 2);
  }
  Type element() const { return {base, 1}; }
  bool operator==(const Type &) const = default;

  std::string name() const;           // "uint4"
  std::string unsignedName() const;   // same bits: "uint4"
  Type mask() const;                  // of a comparison: int4; of scalars int
  Type asUnsigned() const;            // same bits
  std::string arithmeticName() const; // scalar: where it wraps
  static Type boolean() { return {Base::I32, 1}; }
};

enum class Op : uint8_t {
  Const,     // value: bits; floats: eighths
  Var,       // index: Function::vars
  Arg,       // index: a kernel argument, the same for all work-items
  Item,      // index: 0 local id, 1 global id; of type U64 as size_t
  Group,     // index: 0 group id, 1 local size, 2 number of groups
  In,        // args: index; an element of a constant buffer
  Table,     // index: constantTable(); args: index
  Pointed,   // index: constantTable(); args: which of the pointers into it, index
  Named,     // index: what of constants with names; args: which; index
  Element,   // index: Function::arrays; args: index
  ElementOf, // index, value: two arrays; args: choice, index; from one of them
  Shared,    // index: the Exchange's memory; args: index; any work-item's value
  Not,       // bitwise
  Neg,
  Abs,
  Floor,
  Add, // of integers, Add, Sub, Mul and Shl: value: 1: as plain C, in which it does not overflow
  Sub,
  Mul,
  Div,
  And,
  Or,
  Xor,
  Shl,
  Shr,
  Min,
  Max,
  Rotate,
  Library, // index: libraryFunction(); a function of the OpenCL C library whose result is exact
  Fma,
  Less,
  Equal,
  Both,   // &&
  Either, // ||
  Choose, // c ? a : b
  Select, // select(a, b, c < d), vectors
  Cast,
  Bits,      // as_type of a float
  Make,      // a vector of scalars
  Component, // value: which
  Swizzle,   // value: four bits per element
  Load,      // args: place; vloadn from a constant buffer
  Call,      // index: Program::helpers; of a helper without barriers
  InItem,    // index, value: first and stride, bit 8: by a size_t; the input that the work-item has
             // to itself
  InRow,     // index: one of RowPlaces, value: bit 0: of the other one of a pair, from bit 1 on the
             // type of the index; the input at the work-item's place in rows that arguments know
  InBorder,  // index: of BorderKinds, value: how far away, less MostBorder, and 16 times of
             // BorderTypes; the input beside the work-item's place in a row, which may end before
  Truth,     // (bool), as the type
  Saturate,  // index: of roundingMode(); convert_T_sat of an integer or a float
  Slab,      // index: how the place is computed, value: element; own bytes of a shared buffer
  Upsample,  // args: high half, low half
  Shuffle,   // args: one or two vectors, then places
  Compare,   // index: of comparison()
  Relational, // index: of relation(); of floats
  AnyAll,     // index: 0 any, 1 all; of a signed vector
  Logic,      // index: of logic(); of whole vectors
  ChooseEach, // mask ? a : b, vectors
  SelectBy,   // select(a, b, c) with any c
  ShiftBy,    // index: 0 left, 1 right; by any amount of the same type
  Round,      // index: of roundingMode(); convert_T of a number
  FromBits,   // a float of an unsigned integer
  View,       // index: a union, value: whether by a pointer; args: index; its bytes as the type
  Through,    // index: Function::pointers, value: how; args: which pointer, index
  Pack,       // index: array; args: index; vloadn of elements in a row
  Node,       // index: steps, value: which; args: start, index; along pointers that lie in memory
  Pixel,      // index: of imageShape(), value: of sampler(); args: x, y, z
  OwnPixel,   // args: which of its own of the image that kernels read and write
  Typed, // index: Program::accesses, value: whether its bytes are one work-item's; args: index,
         // or the work-item's own place
};

struct Expr {
  Op op = Op::Const;
  Type type;
  unsigned index = 0;
  int64_t value = 0;
  std::vector<Expr> args;
};

struct Stmt;
using Block = std::vector<Stmt>;

enum class Kind : uint8_t {
  Assign,       // index: variable; exprs: value
  CopyRecord,   // index, value: two records
  SetComponent, // index: variable, value: which; exprs: value
  SetElement,   // index: array; exprs: index, value
  SetElementOf, // index, value: two arrays of one type; exprs: choice, index, value
  Output,       // value: slot; exprs: what is mixed into it
  Print,        // value: a number that tells the places apart; exprs: value
  If,           // exprs: condition; blocks: then, else
  For,          // index: counter variable, value: least rounds; exprs: further rounds
  While,        // index: counter variable, value: most rounds; exprs: condition
  DoWhile,      // the same
  Switch,       // exprs: selector; blocks: cases; value: bit i: case i falls through
  Break,        // exprs: condition
  Continue,     // exprs: condition
  Return,       // exprs: condition; helpers: result besides
  Labelled,     // value: label; blocks: body, at whose end the label stands
  Goto,         // value: label; exprs: condition
  Irreducible,  // index: counter, value: most rounds; exprs: jump in?, jump back?; blocks: a, b
  Barrier,      // value: bit 0 local, bit 1 global
  Exchange,     // index: memory, value: how it is written (writeShared); exprs: own value; blocks:
                // where Shared may be used
  Copy,         // index: memory; exprs: first element; as Exchange, filled by an asynchronous copy
  Reduce,       // index: counter, value: which atomic; blocks: body; exprs: none; to: a uniform
                // variable that gets the sum
  Atomic,       // index: counter; exprs: value; inside the Reduce of that counter
  Invoke,       // value: helper, index: variable for the result; exprs: arguments
  Collective,   // value: which; index: variable; exprs: value; a sub-group or work-group function
  Bins,         // index: of binMemory(), value: which atomics; blocks: body; a histogram
  BinAtomic,    // index: memory, value: which; to: bit 0 C11, bits 1 and 2 how it sums,
                // bit 3 in a function, bit 4 of a generic pointer; inside Bins of that memory
  SetSlab,      // index: how the place is computed, value: element; exprs: value, of a scalar type
  Update,       // index: variable, value: of updateOperator(), to: of its parts(); exprs: value
  SetView,      // index: a union, value: whether by a pointer; exprs: index, value
  CopyView,     // index, value: two unions
  SetPointer,   // index: Function::pointers, value: the array it points to; exprs: which
  SetThrough,   // index: Function::pointers, value: how; exprs: which, index, value
  SetPack,      // index: array; exprs: index, vector
  SetSlabPack,  // value: first element; exprs: vector of slabPackType()'s elements
  OwnAtomic,    // index: variable for the old value, value: which, to: slot; exprs: operand, other
  RowInPlace,   // index: as of AlongRow; value: how far away the element is that each is made of,
                // to: whether backwards; exprs: number of elements of the slab, of the type of what
                // is added to each
  AlongRow,     // index: an integer variable that is summed up, value: slot of the output that is,
                // 0: none; to: whether backwards; exprs: number of elements, the first one (InItem)
  SetPixel,     // index: of imageShape(), value: which of its own; exprs: a vector of four
  SetTyped,     // index: Program::accesses; exprs: index or own place, value; of a whole structure
                // a value for each field
  TypedAtomic,  // index: Program::accesses, value: of TypedAtomics, to: slot of the output that the
                // old value is mixed into; exprs: own place, operand
  ReadStructure, // index: Program::accesses, value: slot of the output; exprs: as Op::Typed's
};

struct Stmt {
  Kind kind = Kind::Assign;
  unsigned index = 0;
  int64_t value = 0;
  unsigned to = 0;
  std::vector<Expr> exprs;
  std::vector<Block> blocks;
};

struct Variable {
  Type type;
  bool uniform = false; // the same for all work-items of a group
  bool counter = false; // a loop's; not assigned otherwise
  Expr init;
  int record = -1;      // a field of this record of the function
  unsigned field = 0;   // of recordField()
  bool boolean = false; // declared as bool; of type U8, 0 or 1
  bool fixed = false;   // keeps what it starts with; a counter, too
};

// Each record of a function is a structure of this one type.
struct RecordField {
  const char *place; // "b[1]"
  Type type;
  bool boolean = false;
};
constexpr unsigned RecordFields = 10, PlainRecordFields = 6;
const RecordField &recordField(unsigned index);

struct Array {
  Type type;
  unsigned length = 8;           // a power of two
  bool parameter = false;        // a helper's pointer parameter
  bool uniform = false;          // private, yet with the same contents for all
  bool boolean = false;          // of bool; of type U8
  unsigned rows = 1, planes = 1; // powers of two; of length / rows / planes elements each

  bool isFlat() const { return rows == 1 && planes == 1; }
  unsigned dimensions() const { return planes > 1 ? 3 : rows > 1 ? 2 : 1; }
  // Whether one pointer may point to either.
  bool mayStandFor(const Array &other) const {
    return type == other.type && length == other.length && isFlat() && other.isFlat() && !boolean &&
           !other.boolean;
  }
  // Of all the elements, in a row.
  unsigned place(unsigned column, unsigned row, unsigned plane) const;
};

// Pointers to arrays of one type and length, in an array of their own.
struct Pointers {
  std::vector<unsigned> arrays; // that they point to at first; one, two or four
};

// Bytes that are read and written as elements of any integer type.
constexpr unsigned ViewBytes = 16;
constexpr uint64_t ViewStart = 0x9e3779b97f4a7c15; // times the work-item's number, and itself
const char *viewMember(Type type);

struct Function {
  std::vector<Variable> vars; // parameters first
  unsigned params = 0;
  unsigned records = 0;
  enum class Passed : uint8_t { No, ByValue, ByPointer };
  Passed record = Passed::No; // helper: its first record is the caller's recordPassed()
  bool gives_record = false;  // helper: its first record is what it returns
  bool passesRecord() const { return record != Passed::No || gives_record; }
  std::vector<Array> arrays; // at most the first is a parameter
  std::vector<Pointers> pointers;
  unsigned views = 0;     // unions
  bool barriers = false;  // helper: may hold barriers; called where control is uniform
  bool outlined = false;  // helper: asks not to be inlined
  bool no_return = false; // helper: may end without a result; called where nobody uses it
  Type result;
  bool boolean_result = false;
  Expr returned;
  Block body;
};

// Which of its records a function passes to this helper.
inline unsigned recordPassed(const Function &caller, unsigned helper) {
  return caller.records ? helper % caller.records : 0;
}

// A call of a work-item function, for Item or Group.
constexpr unsigned ItemPlaces = 8, GroupPlaces = 21;
std::string placeQuery(bool item, unsigned index);

// Of a conversion from a float.
constexpr unsigned RoundingModes = 5;
const char *roundingMode(unsigned index);

// Constants of program scope.
struct ConstantTable {
  Type type;                        // scalar
  unsigned length;                  // a power of two
  int64_t element(size_t at) const; // as Op::Const has it
};
constexpr unsigned ConstantTables = 12;
const ConstantTable &constantTable(unsigned index);

// Constants that point into a table of at least LeastPointedTo elements, each to half of it.
constexpr unsigned TablePointers = 4, LeastPointedTo = 16;
unsigned tablePointer(const ConstantTable &table, unsigned index);
inline bool mayBePointedTo(const ConstantTable &table) {
  return table.length >= LeastPointedTo && table.length <= 64;
}
// Structures with strings, and with pointers to strings, in constant memory.
struct NamedConstant {
  const char *text; // of up to eight characters, zeros behind it
  int32_t number;
  const char *word; // of at least four characters
};
constexpr unsigned NamedConstants = 4, NamedTextBytes = 8, NamedWordBytes = 4, NamedParts = 3;
const NamedConstant &namedConstant(unsigned index);
Type namedType(unsigned part); // text, number, word

struct LibraryFunction {
  const char *name;
  unsigned arity;
  bool floats;             // for floats, or for integers of any width
  bool only_words = false; // integers of 32 bits
};
constexpr unsigned LibraryFunctions = 24;
const LibraryFunction &libraryFunction(unsigned index);

constexpr unsigned Comparisons = 6, Relations = 11, Logics = 3;
const char *comparison(unsigned index);
struct Relation {
  const char *name;
  unsigned arity;
};
const Relation &relation(unsigned index);
const char *logic(unsigned index); // the last has one operand

// Of a compound assignment. Those from FirstExactUpdate on are for integers of any type.
constexpr unsigned Updates = 10, FirstExactUpdate = 5;
const char *updateOperator(unsigned index);
// The components that an assignment names: ".s02", ".even" or nothing for the whole.
struct Parts {
  const char *name;
  std::vector<unsigned> components;
};
// Those of vectors of this width; the first is the whole.
const std::vector<Parts> &parts(unsigned width);

// What OwnAtomic does: of a word, or of a float's bits.
constexpr unsigned OwnAtomics = 12;

// What the kernel's arguments offer.
constexpr unsigned ScalarArgs = 4;       // n0, n1: int; n2: uint; f0: float
constexpr unsigned MostRangeItems = 128; // of an ND-range
constexpr unsigned OutputSlots = 6; // words of output per work-item; slot 0 sums up the variables
constexpr unsigned InputElements = 64;
constexpr unsigned InputItemBytes = 32; // at most, from a work-item's own input to the next one's
constexpr unsigned MostInRow = 32;      // elements that AlongRow reads
constexpr unsigned RowPlaces = 6, RowIndexTypes = 3;                  // of InRow
constexpr unsigned BorderKinds = 10, BorderTypes = 3, MostBorder = 5; // of InBorder
constexpr unsigned MostItems = 64;                                    // of a work-group
constexpr unsigned SharedCount = 5; // memories of Exchange; see sharedType
constexpr unsigned CounterCount = 3;
constexpr unsigned HelperShared = 3; // from this on they are the helpers'
constexpr unsigned HelperCounter = 2;

Type sharedType(unsigned memory); // int, float, long; helpers: uint, int4
bool sharedIsGlobal(unsigned memory);
// In Program::volatiles: the slab, and every third variable.
constexpr unsigned VolatileSlab = 1u << SharedCount, VolatileVariables = VolatileSlab << 1;

// Bins that work-items count in at computed places; local, or global with a part for each group.
struct BinMemory {
  Base base;
  unsigned length; // a power of two
  bool global;
};
constexpr unsigned BinMemories = 6, MostBins = 256;
const BinMemory &binMemory(unsigned index);

// Kinds of atomics that may meet in one histogram: their order does not matter. Operands are
// functions of the bin.
enum class Counting : uint8_t { Sum, Min, Max, And, Or, Xor, Exchange, CompareExchange };
constexpr unsigned Countings = 8;
uint64_t binStart(Counting counting); // what a bin holds at first

// Of the styles that a slab's index is computed in, the first ones wrap an int; then come those of
// a size_t, and at last unaligned elements of packed structures, whose `value` counts bytes.
// One more goes through a pointer that lies in memory.
constexpr unsigned WrappingSlabStyles = 8, PackedSlabStyle = 12, NodeSlabStyle = 14,
                   SlabStyles = 15, MostSlabBytes = 64;
inline bool isPackedSlab(unsigned style) {
  return style >= PackedSlabStyle && style < NodeSlabStyle;
}
// The one type of a program's vectors in the slab: what is written as one vector's elements is not
// written as another's.
Type slabPackType(unsigned slab_bytes);

// What may let a work-item of a kernel without barriers return before it does anything: its place
// in x, counted from a start that may differ from row to row, compared with a bound.
struct Guard {
  Base base = Base::I32;   // I32 to U64
  unsigned comparison = 0; // each of the others chooses a text, too
  unsigned start = 0;
  unsigned row = 0;
  unsigned bound = 0;
};
constexpr unsigned GuardComparisons = 6, GuardStarts = 9, GuardRows = 3, GuardBounds = 9;

// Memory that a kernel reads and writes as elements of many types (typed_memory.h). Its first bytes
// may be read anywhere; nobody writes them, but for Private's. Rows follow.
enum class Area : uint8_t { Global, Constant, Local, Private };
constexpr unsigned Areas = 4;

// A row has so many bytes of each work-item, one behind the other: of all of the launch, or, in
// local memory, of the group.
struct Row {
  Area area = Area::Global;
  unsigned start = 0, stride = 4;
};

// One of the ways in which a program accesses an area.
struct Access {
  enum class Form : uint8_t { Whole, Component, Pack }; // p[i], p[i].s2, vloadn(i, p)
  Area area = Area::Global;
  int row = -1;           // of Program::rows: the work-item's bytes of it
  unsigned structure = 0; // 1 + the number of the structure; 0: none
  unsigned field = 0;     // of the structure; as many as it has: all
  Type element;           // where there is no structure
  Form form = Form::Whole;
  unsigned component = 0;
  unsigned offset = 0;   // bytes from the beginning of the area, or of the work-item's bytes
  bool by_index = false; // the offset is counted in elements and added to the index
  unsigned style = 0;    // of OwnIndexStyles: how the index is computed from the own place
};
constexpr unsigned OwnIndexStyles = 6, TypedAtomics = 8;

struct Program {
  uint64_t seed = 0;
  std::vector<Function> helpers; // each calls earlier ones only
  Function kernel;
  std::vector<Guard> guards;
  bool one_guard_suffices = true; // to return; otherwise it takes all of them
  unsigned restricted = 0;        // bit per pointer parameter: it is declared restrict
  unsigned volatiles = 0;         // accessed as volatile: bit per shared memory, and below
  unsigned slab_bytes = 16;       // of each work-item in the buffer of mixed types: 4 to 64
  unsigned sub_group_size = 0;    // that is asked for; 0: none
  unsigned required_range = 0;    // 1 + that of ranges() whose local size is required; 0: none
  unsigned range_mask = ~0u;      // bit per one of ranges(): it is launched
  unsigned record_fields = (1u << PlainRecordFields) - 1; // bit per recordField() that is used
  // A work-item's slots lie side by side; otherwise those of all work-items do, slot by slot, which
  // vectors do with far less code.
  bool adjoining_slots = true;
  unsigned elementsOfSlab(Type type) const { return slab_bytes / (type.bits() / 8); }
  size_t slotPlace(size_t item, size_t slot) const {
    return adjoining_slots ? item * OutputSlots + slot : slot * MostRangeItems + item;
  }
  bool images = false;  // there are parameters for them
  unsigned sampler = 0; // of sampler(): the one that is an argument
  unsigned areas = 0;   // bit per Area that the kernel has
  std::vector<Row> rows;
  std::vector<Access> accesses;
  bool has(Area area) const { return areas >> unsigned(area) & 1; }
};

// Whether a sum or product is of operands that are clamped: products; of halfs sums, too, since two
// infinities would make what is no number.
inline bool keepsSmall(const Expr &e) {
  return e.op == Op::Mul || ((e.op == Op::Add || e.op == Op::Sub) && e.type.base == Base::F16);
}

// Code grows with the nodes and with the work-items side by side; beyond this product a build takes
// seconds.
constexpr size_t MostWidenedNodes = 2500;

// Nodes of the whole tree: what reduction makes smaller.
size_t countNodes(const Program &program);

} // namespace weft::fuzz
#endif
