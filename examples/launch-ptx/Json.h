//===- Json.h - a small reader of JSON --------------------------*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enough for files that PolyMem writes. Any other reader of JSON that keeps
// integers of 64 bits does as well.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EXAMPLES_LAUNCHPTX_JSON_H
#define POLYMEM_EXAMPLES_LAUNCHPTX_JSON_H

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace example {

struct Json {
  enum Kind { Integer, Real, String, Array, Object, Other } kind = Other;
  int64_t integer = 0;
  double real = 0;
  std::string string;
  std::vector<Json> array;
  std::map<std::string, Json> object;

  bool has(const std::string &key) const { return object.count(key) != 0; }
  /// A member; an error if there is none.
  const Json &operator[](const std::string &key) const {
    auto it = object.find(key);
    if (it == object.end())
      throw std::runtime_error("metadata: there is no '" + key + "'");
    return it->second;
  }
};

class JsonReader {
public:
  explicit JsonReader(const std::string &text) : next(text.c_str()) {}

  Json read() {
    Json value;
    char first = skipSpace();
    if (first == '{') {
      value.kind = Json::Object;
      for (bool more = begin('}'); more; more = separator('}')) {
        std::string key = readString();
        expect(':');
        value.object[key] = read();
      }
    } else if (first == '[') {
      value.kind = Json::Array;
      for (bool more = begin(']'); more; more = separator(']'))
        value.array.push_back(read());
    } else if (first == '"') {
      value.kind = Json::String;
      value.string = readString();
    } else if (first == '-' ||
               std::isdigit(static_cast<unsigned char>(first))) {
      readNumber(value);
    } else {
      // true, false and null.
      while (std::isalpha(static_cast<unsigned char>(*next)))
        value.string += *next++;
      if (value.string.empty())
        throw std::runtime_error("metadata: this is no JSON");
    }
    return value;
  }

private:
  char skipSpace() {
    while (std::isspace(static_cast<unsigned char>(*next)))
      ++next;
    return *next;
  }

  void expect(char c) {
    if (skipSpace() != c)
      throw std::runtime_error(std::string("metadata: no '") + c + "'");
    ++next;
  }

  /// Behind the opening bracket: whether there is a first element.
  bool begin(char close) {
    ++next;
    if (skipSpace() != close)
      return true;
    ++next;
    return false;
  }

  /// Behind an element: whether there is another.
  bool separator(char close) {
    if (skipSpace() == close) {
      ++next;
      return false;
    }
    expect(',');
    skipSpace();
    return true;
  }

  std::string readString() {
    expect('"');
    std::string text;
    for (; *next != '"'; ++next) {
      if (*next == '\0')
        throw std::runtime_error("metadata: a string has no end");
      // Escapes stay as they are; names have none.
      if (*next == '\\')
        text += *next++;
      text += *next;
    }
    ++next;
    return text;
  }

  void readNumber(Json &value) {
    const char *begin = next;
    bool isReal = false;
    while (std::isdigit(static_cast<unsigned char>(*next)) || *next == '-' ||
           *next == '+' || *next == '.' || *next == 'e' || *next == 'E') {
      isReal |= *next == '.' || *next == 'e' || *next == 'E';
      ++next;
    }
    value.kind = isReal ? Json::Real : Json::Integer;
    value.real = std::strtod(begin, nullptr);
    if (!isReal)
      value.integer = std::strtoll(begin, nullptr, 10);
  }

  const char *next;
};

} // namespace example

#endif // POLYMEM_EXAMPLES_LAUNCHPTX_JSON_H
