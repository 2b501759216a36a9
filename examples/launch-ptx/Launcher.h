//===- Launcher.h - calls functions of PTX with launch metadata -*- C++ -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Launcher launcher("gemm.ptx", "gemm.json");
//   launcher.call("gemm", {Argument(1.5), Argument(0.5), Argument(A, {M, K}),
//                          Argument(B, {K, N}), Argument(C, {M, N})});
//
// copies the arrays to the device, launches the kernels of `gemm` as the
// metadata says, and copies the arrays back. docs/launch-metadata.md describes
// the format.
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_EXAMPLES_LAUNCHPTX_LAUNCHER_H
#define POLYMEM_EXAMPLES_LAUNCHPTX_LAUNCHER_H

#include "Driver.h"
#include "Expression.h"
#include <fstream>
#include <sstream>

namespace example {

/// An argument of a function: a number, or an array of the host, row by row.
struct Argument {
  Argument(double value) : number(value) {}
  Argument(int64_t value) : number(value) {}
  template <typename T>
  Argument(std::vector<T> &elements, std::vector<int64_t> sizes)
      : isArray(true), data(elements.data()),
        bytes(elements.size() * sizeof(T)), elementBytes(sizeof(T)),
        sizes(std::move(sizes)) {}

  Number number;
  bool isArray = false;
  void *data = nullptr;
  size_t bytes = 0, elementBytes = 0;
  std::vector<int64_t> sizes;
};

class Launcher {
public:
  Launcher(const std::string &ptxFile, const std::string &metadataFile)
      : metadata(JsonReader(readFile(metadataFile)).read()) {
    // Other versions are other formats; what is required and not known here
    // cannot be left out.
    bool isKnown = true;
    for (const Json &required : metadata["requires"].array)
      isKnown &= required.string == "cooperative-launch";
    if (metadata["format"].string != "polymem-launch-metadata" ||
        metadata["version"].integer != 1 || !isKnown)
      throw std::runtime_error(metadataFile +
                               " is no launch metadata of version 1");
    for (const Json &part : metadata["modules"].array)
      for (const Json &kernel : part["kernels"].array)
        kernels[kernel["name"].string] = &kernel;
    std::string ptx = readFile(ptxFile);
    driver.call<int(void **, const void *, unsigned, void *, void *)>(
        "cuModuleLoadDataEx", &module, static_cast<const void *>(ptx.c_str()),
        0U, static_cast<void *>(nullptr), static_cast<void *>(nullptr));
  }
  ~Launcher() {
    try {
      driver.call<int(void *)>("cuModuleUnload", module);
    } catch (const std::exception &) {
      // After an error of a kernel this fails, too.
    }
  }
  Launcher(const Launcher &) = delete;
  Launcher &operator=(const Launcher &) = delete;

  /// Calls a function. Throws std::runtime_error for what goes wrong.
  void call(const std::string &name, const std::vector<Argument> &arguments) {
    names.clear();
    arrays.clear();
    const Json &function = findFunction(name);
    const std::vector<Json> &expected = function["arguments"].array;
    if (expected.size() != arguments.size())
      throw std::runtime_error(name + " has " +
                               std::to_string(expected.size()) + " arguments");
    for (size_t i = 0; i < arguments.size(); ++i)
      bind(expected[i], arguments[i]);
    for (const Json &constant : metadata["constants"].array)
      if (constant["function"].string == name)
        addConstant(constant);
    run(function["host"]);
    driver.call<int()>("cuCtxSynchronize");
    for (size_t i = 0; i < arguments.size(); ++i) {
      Array &array = arrays[expected[i]["name"].string];
      if (!array.address)
        continue;
      driver.copyOut(arguments[i].data, array.address, arguments[i].bytes);
      driver.release(array.address);
    }
  }

private:
  /// Memory of the device, or of the host.
  struct Array {
    uint64_t address = 0;
    char *host = nullptr;
    std::vector<char> constant;
  };

  static std::string readFile(const std::string &file) {
    std::ifstream stream(file);
    if (!stream)
      throw std::runtime_error("cannot read " + file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }

  const Json &findFunction(const std::string &name) const {
    for (const Json &function : metadata["functions"].array) {
      if (function["name"].string != name)
        continue;
      if (function["host"].kind != Json::Array)
        throw std::runtime_error(
            "the metadata does not say what the host does in " + name);
      return function;
    }
    throw std::runtime_error("the metadata has no function " + name);
  }

  int64_t value(const Json &expression) const {
    return evaluate(expression, names).integer;
  }

  /// Gives the names of an argument their values, and an array memory.
  void bind(const Json &expected, const Argument &given) {
    const std::string &name = expected["name"].string;
    if (expected["kind"].string == "scalar") {
      names[name] = given.number;
      return;
    }
    if (expected["kind"].string != "array" || !given.isArray ||
        expected["sizes"].array.size() != given.sizes.size() ||
        expected["elementBytes"].integer !=
            static_cast<int64_t>(given.elementBytes))
      throw std::runtime_error("argument " + name + " is something else");
    for (size_t d = 0; d < given.sizes.size(); ++d) {
      const Json &size = expected["sizes"].array[d];
      if (size.kind == Json::String)
        names[size.string] = given.sizes[d];
      else if (size.integer != given.sizes[d])
        throw std::runtime_error("argument " + name + ": a size must be " +
                                 std::to_string(size.integer));
    }
    Array &array = arrays[name];
    if (expected["memory"].string == "host") {
      array.host = static_cast<char *>(given.data);
      return;
    }
    array.address = driver.allocate(given.bytes);
    driver.copyIn(array.address, given.data, given.bytes);
  }

  void fill(const Json &action) {
    if (action["type"].string.substr(1) != "32")
      throw std::runtime_error("metadata: arrays of " + action["type"].string +
                               " are not filled here");
    driver.call<int(uint64_t, unsigned, size_t)>(
        "cuMemsetD32_v2", find(action["array"]).address,
        static_cast<unsigned>(encode(action)),
        static_cast<size_t>(value(action["bytes"])) / 4);
  }

  void addConstant(const Json &constant) {
    Array &array = arrays[constant["name"].string];
    const std::string &digits = constant["data"].string;
    for (size_t i = 0; i + 1 < digits.size(); i += 2)
      array.constant.push_back(static_cast<char>(
          std::strtol(digits.substr(i, 2).c_str(), nullptr, 16)));
    array.host = array.constant.data();
  }

  void run(const Json &actions) {
    for (const Json &action : actions.array)
      runAction(action);
  }

  void runAction(const Json &action) {
    const std::string &kind = action["kind"].string;
    if (kind == "let") {
      names[action["name"].string] = evaluate(action["value"], names);
    } else if (kind == "if") {
      run(action[value(action["condition"]) ? "then" : "else"]);
    } else if (kind == "loop") {
      int64_t upper = value(action["upper"]), step = value(action["step"]);
      for (int64_t i = value(action["lower"]); i < upper; i += step) {
        names[action["variable"].string] = i;
        run(action["body"]);
      }
    } else if (kind == "assert") {
      if (!value(action["condition"]))
        throw std::runtime_error(action["message"].string);
    } else if (kind == "allocate") {
      arrays[action["array"].string].address =
          driver.allocate(static_cast<size_t>(value(action["bytes"])));
    } else if (kind == "free") {
      driver.release(find(action["array"]).address);
      arrays.erase(action["array"].string);
    } else if (kind == "copy") {
      copy(find(action["to"]), find(action["from"]),
           static_cast<size_t>(value(action["bytes"])));
    } else if (kind == "fill") {
      fill(action);
    } else if (kind == "launch") {
      launch(action);
    } else if (kind != "register" && kind != "unregister" && kind != "result") {
      // Arrays are in the device's memory here, and need no registration.
      // What is not known must not be left out.
      throw std::runtime_error("metadata: unknown action '" + kind + "'");
    }
  }

  Array &find(const Json &name) {
    auto it = arrays.find(name.string);
    if (it == arrays.end())
      throw std::runtime_error("metadata: no array '" + name.string + "'");
    return it->second;
  }

  void copy(const Array &to, const Array &from, size_t bytes) {
    if (to.host && from.host)
      std::memcpy(to.host, from.host, bytes);
    else if (to.host)
      driver.copyOut(to.host, from.address, bytes);
    else if (from.host)
      driver.copyIn(to.address, from.host, bytes);
    else
      driver.copyInside(to.address, from.address, bytes);
  }

  /// The bytes of a parameter, in the first of a 64-bit integer.
  uint64_t encode(const Json &argument) {
    if (argument["kind"].string == "pointer")
      return find(argument["array"]).address;
    Number number = evaluate(argument["value"], names);
    const std::string &type = argument["type"].string;
    uint64_t bits = 0;
    if (type == "f64") {
      std::memcpy(&bits, &number.real, sizeof number.real);
    } else if (type == "f32") {
      auto narrow = static_cast<float>(number.real);
      std::memcpy(&bits, &narrow, sizeof narrow);
    } else if (type[0] == 'i') {
      bits = static_cast<uint64_t>(number.integer);
    } else {
      throw std::runtime_error("metadata: no numbers of type " + type +
                               " here");
    }
    return bits;
  }

  /// Blocks that the device has room for: those of a cooperative launch wait
  /// for each other.
  unsigned blocksAtATime(void *function, unsigned threads, size_t bytes) {
    int cores = 0, blocks = 0;
    // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
    driver.call<int(int *, int, int)>("cuDeviceGetAttribute", &cores, 16, 0);
    driver.call<int(int *, void *, int, size_t)>(
        "cuOccupancyMaxActiveBlocksPerMultiprocessor", &blocks, function,
        static_cast<int>(threads), bytes);
    return static_cast<unsigned>(std::max(cores * blocks, 1));
  }

  void launch(const Json &action) {
    const std::string &name = action["kernel"].string;
    for (const Json &condition : action["conditions"].array)
      if (!value(condition["condition"]))
        throw std::runtime_error(name +
                                 " cannot be launched for these sizes: " +
                                 condition["reason"].string);
    std::vector<uint64_t> slots;
    for (const Json &argument : action["arguments"].array)
      slots.push_back(encode(argument));
    if (slots.size() != (*kernels.at(name))["parameters"].array.size())
      throw std::runtime_error("metadata: parameters of " + name);
    std::vector<void *> pointers;
    for (uint64_t &slot : slots)
      pointers.push_back(&slot);
    unsigned grid[3], block[3];
    for (int axis = 0; axis < 3; ++axis) {
      grid[axis] = static_cast<unsigned>(value(action["grid"].array[axis]));
      block[axis] = static_cast<unsigned>(value(action["block"].array[axis]));
    }
    auto bytes = static_cast<unsigned>(value(action["dynamicSharedBytes"]));
    void *function = nullptr;
    driver.call<int(void **, void *, const char *)>(
        "cuModuleGetFunction", &function, module, name.c_str());
    // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, for more than 48 KiB.
    if (bytes > (48U << 10))
      driver.call<int(void *, int, int)>("cuFuncSetAttribute", function, 8,
                                         static_cast<int>(bytes));
    if (action.has("cooperative")) {
      grid[0] = std::min(
          grid[0],
          blocksAtATime(function, block[0] * block[1] * block[2], bytes));
      driver.call<int(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, unsigned, void *, void **)>(
          "cuLaunchCooperativeKernel", function, grid[0], grid[1], grid[2],
          block[0], block[1], block[2], bytes, static_cast<void *>(nullptr),
          pointers.data());
      return;
    }
    driver.call<int(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                    unsigned, unsigned, void *, void **, void **)>(
        "cuLaunchKernel", function, grid[0], grid[1], grid[2], block[0],
        block[1], block[2], bytes, static_cast<void *>(nullptr),
        pointers.data(), static_cast<void **>(nullptr));
  }

  Driver driver;
  Json metadata;
  std::map<std::string, const Json *> kernels;
  void *module = nullptr;
  Names names;
  std::map<std::string, Array> arrays;
};

} // namespace example

#endif // POLYMEM_EXAMPLES_LAUNCHPTX_LAUNCHER_H
