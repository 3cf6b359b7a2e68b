// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/options.h"

#include "compiler/llvm_patches/rewrites.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

namespace weft {
namespace {

// Where an option may stand. clBuildProgram compiles and links, so it takes both.
enum Stage : uint8_t { Compile = 1, Link = 2, Both = 3 };

struct Flag {
  llvm::StringLiteral name;
  Stage stage;
  bool for_clang; // passed on as it is
  bool Options::*member = nullptr;
};

constexpr Flag Flags[] = {
    {"-cl-single-precision-constant", Compile, true},
    {"-cl-denorms-are-zero", Both, false}, // a hint: subnormals are kept, which the spec allows
    {"-cl-fp32-correctly-rounded-divide-sqrt", Compile, true},
    {"-cl-strict-aliasing", Compile, false, &Options::strict_aliasing},
    {"-cl-mad-enable", Compile, true},
    {"-cl-no-signed-zeros", Both, true},
    {"-cl-unsafe-math-optimizations", Both, true},
    {"-cl-finite-math-only", Both, true},
    {"-cl-fast-relaxed-math", Both, true},
    {"-cl-no-subgroup-ifp", Both, false, &Options::no_subgroup_ifp},
    {"-cl-uniform-work-group-size", Compile, true, &Options::uniform_work_group_size},
    {"-cl-opt-disable", Both, false, &Options::opt_disable},
    {"-cl-kernel-arg-info", Both, false, &Options::kernel_arg_info},
    {"-weft-explain", Both, false, &Options::explain}, // our own
    {"-Wcheck", Both, false, &Options::check_at_build},
    {"-weft-clear-private", Both, false, &Options::clear_private},
    {"-weft-stoppable", Both, false, &Options::stoppable},
    {"-weft-share-functions", Both, false, &Options::share_functions},
    {"-g", Both, false, &Options::debug},
    {"-w", Both, true},
    {"-Werror", Both, true},
    {"-create-library", Link, false, &Options::create_library},
    {"-enable-link-options", Link, false, &Options::enable_link_options},
};

// Splits at white space. Quotes, single or double, keep it; a backslash keeps the quote, backslash
// or space after it and is otherwise itself (a Windows path in -I or -D).
std::optional<std::vector<std::string>> split(llvm::StringRef text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size() && llvm::is_contained("\"'\\ ", text[i + 1]) &&
        text[i + 1] != '\0') {
      word += text[++i];
      in_word = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (llvm::isSpace(c)) {
      if (in_word)
        words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote)
    return std::nullopt;
  if (in_word)
    words.push_back(std::move(word));
  return words;
}

bool setStandard(llvm::StringRef value, Options &options, Log &log) {
  if (!llvm::is_contained(
          {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1", "CLC++", "CLC++1.0", "CLC++2021"},
          value)) {
    log.error("option '-cl-std=" + value + "': unknown language version");
    return false;
  }
  options.standard = value.str();
  return true;
}

const Rewrite *findRewrite(llvm::StringRef name) {
  for (const Rewrite &rewrite : rewritesForSelection())
    if (rewrite.name == name)
      return &rewrite;
  return nullptr;
}

bool setLeftOut(llvm::StringRef names, Options &options, Log &log) {
  llvm::SmallVector<llvm::StringRef, 4> steps;
  names.split(steps, ',');
  for (llvm::StringRef step : steps) {
    const Rewrite *rewrite = findRewrite(step);
    if (rewrite && rewrite->kind == Rewrite::Cost) {
      options.left_out.addOther(rewrite->name);
    } else if (!options.left_out.add(step)) {
      std::string all = LeftOut::names();
      for (const Rewrite &one : rewritesForSelection())
        if (one.kind == Rewrite::Cost)
          all += ", " + one.name.str();
      log.error("option '-weft-disable=" + names + "': there is no '" + step +
                "'; there are: " + all);
      return false;
    }
  }
  return true;
}

// The name of a step or rewrite that lives on; empty if there is none.
llvm::StringRef findShown(llvm::StringRef name) {
  if (const Rewrite *rewrite = findRewrite(name))
    return rewrite->name;
  const std::optional<Step> step = findStep(name);
  return step ? nameOf(*step) : "";
}

// -D and -I, with the value attached or as the next word. Also -U, which the specification does
// not name but every implementation takes.
bool isPreprocessorOption(llvm::StringRef word) {
  return word.size() >= 2 && word[0] == '-' && llvm::is_contained({'D', 'I', 'U'}, word[1]);
}

} // namespace

bool parseOptions(llvm::StringRef text, weft_action action, Options &options, Log &log) {
  std::optional<std::vector<std::string>> words = split(text);
  if (!words) {
    log.error("options string has an unfinished quotation");
    return false;
  }
  Stage stage = action == WEFT_ACTION_COMPILE ? Compile : action == WEFT_ACTION_LINK ? Link : Both;
  for (size_t i = 0; i < words->size(); ++i) {
    llvm::StringRef word = (*words)[i];
    auto missing = [&] { return i + 1 == words->size(); };
    if (isPreprocessorOption(word)) {
      if (stage == Link) {
        log.error("option '" + word + "' cannot be used when linking");
        return false;
      }
      if (word.size() == 2 && missing()) {
        log.error("option '" + word + "' needs a value");
        return false;
      }
      options.clang_args.push_back(word.substr(0, 2).str());
      options.clang_args.push_back(word.size() > 2 ? word.substr(2).str() : (*words)[++i]);
      continue;
    }
    if (word.consume_front("-cl-std=")) {
      if (!setStandard(word, options, log))
        return false;
      continue;
    }
    if (word.consume_front("-weft-disable=")) {
      if (!setLeftOut(word, options, log))
        return false;
      continue;
    }
    if (word.consume_front("-weft-print-after=")) {
      options.print_after = findShown(word);
      if (options.print_after.empty()) {
        log.error("option '-weft-print-after=" + word + "': there is no such step");
        return false;
      }
      continue;
    }
    if (word == "-x") {
      // Says that the program is SPIR; what it is shows in its bytes.
      if (missing() || (*words)[i + 1] != "spir") {
        log.error("option '-x': only 'spir' may follow it");
        return false;
      }
      ++i;
      continue;
    }
    if (word.starts_with("-spir-std="))
      continue;
    const Flag *flag = llvm::find_if(Flags, [&](const Flag &f) { return f.name == word; });
    if (flag == std::end(Flags)) {
      log.error("unknown option '" + word + "'");
      return false;
    }
    // Library options belong to clLinkProgram alone.
    bool library = word == "-create-library" || word == "-enable-link-options";
    if (!(flag->stage & stage) || (library && action != WEFT_ACTION_LINK)) {
      log.error("option '" + word + "' cannot be used when " +
                (stage == Link      ? "linking"
                 : stage == Compile ? "compiling"
                                    : "building"));
      return false;
    }
    if (flag->member)
      options.*(flag->member) = true;
    if (flag->for_clang)
      options.clang_args.push_back(word.str());
  }
  if (options.enable_link_options && !options.create_library) {
    log.error("option '-enable-link-options' needs '-create-library'");
    return false;
  }
  return true;
}

} // namespace weft
