// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutator.h"

#include "words.h"

#include <algorithm>
#include <cctype>

namespace weft::fuzz {
namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The end of the token that begins at `at`.
size_t endOf(std::string_view text, size_t at) {
  const char first = text[at];
  if (first == '#') {
    size_t end = at;
    do
      end = std::min(text.find('\n', end + 1), text.size());
    while (end < text.size() && text[end - 1] == '\\');
    return end;
  }
  if (first == '"' || first == '\'') {
    size_t end = at + 1;
    while (end < text.size() && text[end] != first && text[end] != '\n')
      end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  size_t end = at + 1;
  if (isWord(first)) {
    const bool number = std::isdigit(static_cast<unsigned char>(first));
    while (end < text.size() && (isWord(text[end]) || (number && text[end] == '.')))
      ++end;
    return end;
  }
  for (std::string_view longer :
       {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
        "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="})
    if (text.substr(at, longer.size()) == longer)
      return at + longer.size();
  return end;
}

class Mutation {
public:
  Mutation(const std::vector<Tokens> &corpus, uint64_t seed)
      : corpus(corpus), random(seed), tokens(pick(corpus)) {}

  Tokens run() {
    do
      change();
    while (random.chance(40) && tokens.size() < 20'000);
    return std::move(tokens);
  }

private:
  template <typename T> const T &pick(const std::vector<T> &list) {
    return list[random.below(list.size())];
  }

  void change() {
    if (tokens.empty())
      tokens.push_back(";");
    // Half of the programs only get what they might hold: most of those are built.
    constexpr unsigned Rough = 5, Kinds = 18;
    switch (gentle ? Rough + random.below(Kinds - Rough) : random.below(Kinds)) {
    case 0:
      return erase();
    case 1:
      return duplicate();
    case 2:
      return std::swap(tokens[anywhere()], tokens[anywhere()]);
    case 3:
      tokens[anywhere()] = tokens[anywhere()];
      return;
    case 4:
      return splice();
    case 5:
      return replaceKind(isNumber, Numbers);
    case 6:
      return replaceKind(isType, Types);
    case 7:
      return insert(anyOf(isType), Qualifiers);
    case 8:
      return insert(random.chance(50) ? anyOf(isType) : anywhere(), Attributes);
    case 9:
      return insert(anyOf(endsStatement) + 1, Directives);
    case 10:
    case 11:
      return replaceKind(isOperand, Expressions);
    case 12:
    case 13:
      return insert(anyOf(endsStatement) + 1, Statements);
    case 14:
      return insert(0, Globals);
    case 15:
      return nestExpression();
    case 16:
      return nestStatement();
    default:
      return repeat();
    }
  }

  static bool isNumber(const std::string &token) {
    return std::isdigit(static_cast<unsigned char>(token[0]));
  }
  static bool isType(const std::string &token) {
    return std::find(Types.begin(), Types.end(), token) != Types.end();
  }
  static bool isOperand(const std::string &token) {
    return isWord(token[0]) && !isType(token) &&
           std::find(Qualifiers.begin(), Qualifiers.end(), token) == Qualifiers.end();
  }
  static bool endsStatement(const std::string &token) {
    return token == ";" || token == "{" || token == "}";
  }

  size_t anywhere() { return random.below(tokens.size()); }

  // One of those tokens, or any where there are none.
  size_t anyOf(bool (*wanted)(const std::string &)) {
    for (unsigned tries = 0; tries < 50; ++tries)
      if (const size_t at = anywhere(); wanted(tokens[at]))
        return at;
    return anywhere();
  }

  // A name of the program's from near there, so that it is mostly in scope.
  std::string operandNear(size_t at) {
    constexpr size_t Near = 30;
    const size_t first = at > Near ? at - Near : 0;
    for (unsigned tries = 0; tries < 20; ++tries) {
      const size_t other = first + random.below(std::min(2 * Near, tokens.size() - first));
      if (isOperand(tokens[other]) && !isNumber(tokens[other]) &&
          (other + 1 == tokens.size() || tokens[other + 1] != "("))
        return tokens[other];
    }
    return std::string(pick(Numbers));
  }

  std::string wordFor(size_t at, const Words &words) {
    std::string result;
    for (char c : pick(words))
      if (c == '$')
        result += random.chance(20) ? std::string(pick(Numbers)) : operandNear(at);
      else
        result += c;
    if (result[0] == '#')
      result = "\n" + result + "\n";
    return result;
  }

  void insert(size_t at, std::string word) {
    tokens.insert(tokens.begin() + ptrdiff_t(at), std::move(word));
  }
  void insert(size_t at, const Words &words) { insert(at, wordFor(at, words)); }

  // A run from `at` on, of mostly few tokens.
  size_t runFrom(size_t at, const Tokens &all) {
    const size_t most = random.chance(80) ? 6 : 60;
    return std::min(1 + size_t(random.below(most)), all.size() - at);
  }

  void erase() {
    const size_t at = anywhere(), count = runFrom(at, tokens);
    tokens.erase(tokens.begin() + ptrdiff_t(at), tokens.begin() + ptrdiff_t(at + count));
  }

  void duplicate() {
    const size_t at = anywhere(), count = runFrom(at, tokens);
    const Tokens run(tokens.begin() + ptrdiff_t(at), tokens.begin() + ptrdiff_t(at + count));
    tokens.insert(tokens.begin() + ptrdiff_t(anywhere()), run.begin(), run.end());
  }

  void splice() {
    const Tokens &other = pick(corpus);
    const size_t at = random.below(other.size()), count = runFrom(at, other);
    tokens.insert(tokens.begin() + ptrdiff_t(anywhere()), other.begin() + ptrdiff_t(at),
                  other.begin() + ptrdiff_t(at + count));
  }

  void replaceKind(bool (*kind)(const std::string &), const Words &words) {
    const size_t at = anyOf(kind);
    tokens[at] = wordFor(at, words);
  }

  unsigned depth() { return random.of({2u, 5u, 30u, 200u, 1000u, 5000u}); }

  static std::string times(unsigned count, std::string_view text) {
    std::string result;
    for (; count; --count) {
      result += ' ';
      result += text;
    }
    return result;
  }

  void nestExpression() {
    const Nest &nest = pick(ExpressionNests);
    const unsigned count = depth();
    std::string &token = tokens[anyOf(isOperand)];
    token = times(count, nest.before) + " " + token + times(count, nest.after);
  }

  // Around what is between two ends of statements, balanced or not.
  void nestStatement() {
    const Nest &nest = pick(StatementNests);
    const unsigned count = depth();
    const size_t at = anyOf(endsStatement);
    size_t end = at + 1;
    while (end < tokens.size() && !endsStatement(tokens[end]))
      ++end;
    insert(std::min(end + 1, tokens.size()), times(count, nest.after));
    insert(at + 1, times(count, nest.before));
  }

  // The same statement again and again; how the time of a build grows is not asked here.
  void repeat() {
    const size_t at = anyOf(endsStatement);
    size_t end = at + 1;
    while (end < tokens.size() && end - at < 40 && !endsStatement(tokens[end]))
      ++end;
    std::string statement;
    for (size_t i = at + 1; i < std::min(end + 1, tokens.size()); ++i)
      statement += tokens[i] + " ";
    insert(at + 1, times(std::min(depth(), 100u), statement));
  }

  const std::vector<Tokens> &corpus;
  Random random;
  Tokens tokens;
  const bool gentle = random.chance(50);
};

} // namespace

Tokens tokensOf(std::string_view source) {
  Tokens tokens;
  for (size_t at = 0; at < source.size();) {
    if (std::isspace(static_cast<unsigned char>(source[at]))) {
      ++at;
    } else if (source.substr(at, 2) == "//") {
      at = std::min(source.find('\n', at), source.size());
    } else if (source.substr(at, 2) == "/*") {
      at = std::min(source.find("*/", at), source.size() - 2) + 2;
    } else {
      const size_t end = endOf(source, at);
      tokens.emplace_back(source.substr(at, end - at));
      if (source[at] == '#')
        tokens.back() = "\n" + tokens.back() + "\n";
      at = end;
    }
  }
  return tokens;
}

std::string textOf(const Tokens &tokens) {
  std::string text;
  for (const std::string &token : tokens) {
    text += token;
    text += token == ";" || token == "{" || token == "}" ? '\n' : ' ';
  }
  return text;
}

Mutator::Mutator(std::vector<std::string> sources) {
  for (const std::string &source : sources)
    if (Tokens tokens = tokensOf(source); !tokens.empty())
      corpus.push_back(std::move(tokens));
}

std::string Mutator::mutated(uint64_t seed) const { return textOf(Mutation(corpus, seed).run()); }

} // namespace weft::fuzz
