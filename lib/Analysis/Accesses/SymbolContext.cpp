//===- SymbolContext.cpp - what is known of symbols -----------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Analysis/Accesses/SymbolContext.h"
#include "PolyMem/Interfaces/PolyhedralInterfaces.h"
#include "PolyMem/Polyhedral/IndexValues.h"
#include "PolyMem/Polyhedral/Isl/IslAffine.h"
#include "PolyMem/Polyhedral/Isl/IslIntersect.h"
#include "PolyMem/Polyhedral/Isl/IslParameters.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace polymem;

namespace {
/// Values known so far, each a parameter of one isl space.
class SymbolFacts {
public:
  /// Values beyond this number are not asked for their definitions: each may
  /// distinguish cases, or none does.
  static constexpr unsigned kMaxValues = 24, kMaxNamedValues = 64;

  SymbolFacts(ArrayRef<isl::id> symbolIds, ValueRange symbols, isl::ctx ctx,
              ExtremumFacts extrema)
      : ctx(ctx), extrema(extrema) {
    for (auto [id, symbol] : llvm::zip_equal(symbolIds, symbols))
      values.insert({symbol, id});
    addMentioned(kMaxValues, [&](Value) {
      return isl::id(ctx, "v" + std::to_string(values.size()));
    });
    makeSpace(symbolIds);
    // Symbols that are the same value.
    for (auto [id, symbol] : llvm::zip_equal(symbolIds, symbols))
      if (isl::id first = values.find(symbol)->second; first.get() != id.get())
        context = context.intersect(space.param_aff_on_domain(id).eq_set(
            space.param_aff_on_domain(first)));
    for (auto &[value, id] : values)
      addFacts(value);
  }

  /// The same of values that `nameOf` names, in their forms.
  SymbolFacts(ValueRange named, ValueNames nameOf, isl::ctx ctx)
      : ctx(ctx), extrema(ExtremumFacts::Inequalities), inForms(true) {
    for (Value value : named)
      if (!values.contains(value) && !getConstantIntValue(value))
        values.insert({value, nameOf(value)});
    addMentioned(kMaxNamedValues, nameOf);
    makeSpace({});
    for (auto &[value, id] : values)
      addFacts(value);
  }

  isl::set getContext() const { return context; }
  llvm::DenseMap<Value, isl::pw_aff> takeForms() { return std::move(forms); }
  /// The parameters that are no symbols.
  SmallVector<isl::id> getOthers(unsigned numSymbols) const {
    SmallVector<isl::id> others;
    for (unsigned p = numSymbols;
         p < unsigned(space.dim(isl::dim::param).release()); ++p)
      others.push_back(space.get_dim_id(isl::dim::param, p));
    return others;
  }

private:
  /// Adds the values that definitions mention, but constants.
  void addMentioned(unsigned maxValues, ValueNames nameOf) {
    // Grows while it is read.
    for (unsigned v = 0; v < values.size(); ++v)
      for (Value used :
           IndexDefinition::of(values.begin()[v].first).mentioned())
        if (values.size() < maxValues && !values.contains(used) &&
            !getConstantIntValue(used))
          values.insert({used, nameOf(used)});
  }

  /// A parameter for each of `first`, then for each other name of a value.
  void makeSpace(ArrayRef<isl::id> first) {
    space = isl::space::params_alloc(ctx, 0);
    for (const isl::id &id : first)
      space = space.add_param(id);
    for (auto &[value, id] : values)
      if (!llvm::any_of(first, [&id = id](const isl::id &other) {
            return other.get() == id.get();
          }))
        if (!inForms || !isEqual(IndexDefinition::of(value)))
          space = space.add_param(id);
    context = isl::set::universe(space);
  }

  /// The value is a function of others.
  static bool isEqual(const IndexDefinition &definition) {
    return definition.kind == IndexDefinition::Kind::Equal;
  }

  /// The value as a function of names: of others' where it is computed, or
  /// counted by a tile's steps; else its own.
  isl::pw_aff formOf(Value value) {
    auto known = forms.find(value);
    if (known != forms.end())
      return known->second;
    IndexDefinition definition = IndexDefinition::of(value);
    isl::pw_aff form;
    if (isEqual(definition)) {
      form = evaluate(definition.terms).front();
    } else if (std::optional<int64_t> step = stepOf(value)) {
      isl::pw_aff lower = evaluate(definition.lower).front();
      // Its name is a number, not the value.
      return forms[value] =
                 lower.is_null()
                     ? lower
                     : lower.add(nameOf(value).scale(isl::val(ctx, *step)));
    }
    if (form.is_null())
      form = nameOf(value);
    return forms[value] = form;
  }

  /// The constant step of the tile whose origin `value` is.
  static std::optional<int64_t> stepOf(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    auto nest = argument ? dyn_cast_or_null<PolyhedralLoopOpInterface>(
                               argument.getOwner()->getParentOp())
                         : PolyhedralLoopOpInterface();
    if (!nest)
      return std::nullopt;
    return getConstantIntValue(
        nest.getPolyhedralSteps()[argument.getArgNumber()]);
  }

  isl::pw_aff nameOf(Value value) {
    isl::id id = values.find(value)->second;
    space = space.add_param(id);
    return space.param_aff_on_domain(id);
  }

  /// The value as an isl expression; null if it is not among the values.
  isl::pw_aff get(OpFoldResult value) {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return isl::aff(isl::local_space(space), isl::val(ctx, *constant));
    auto *found = values.find(cast<Value>(value));
    if (found == values.end())
      return isl::pw_aff();
    return inForms ? formOf(found->first)
                   : space.param_aff_on_domain(found->second);
  }

  void add(isl::set fact) {
    if (!fact.is_null())
      context =
          inForms ? intersectQuickly(context, fact) : context.intersect(fact);
  }
  void addLess(isl::pw_aff lhs, isl::pw_aff rhs) {
    if (!lhs.is_null() && !rhs.is_null())
      add(inForms ? lessQuickly(lhs, rhs) : lhs.lt_set(rhs));
  }
  void addLessEqual(isl::pw_aff lhs, isl::pw_aff rhs) {
    if (!lhs.is_null() && !rhs.is_null())
      add(inForms ? lessEqualQuickly(lhs, rhs) : lhs.le_set(rhs));
  }

  /// The values of `terms`; null where not affine or not known.
  SmallVector<isl::pw_aff> evaluate(const IndexTerms &terms) {
    SmallVector<isl::pw_aff> dims, symbols, results;
    for (auto [index, operand] : llvm::enumerate(terms.operands))
      (index < terms.map.getNumDims() ? dims : symbols).push_back(get(operand));
    for (AffineExpr expr : terms.map.getResults())
      results.push_back(affineExprToPwAff(expr, dims, symbols, space));
    return results;
  }

  void addMinimum(isl::pw_aff value, ArrayRef<isl::pw_aff> terms,
                  bool isMaximum) {
    for (const isl::pw_aff &term : terms)
      isMaximum ? addLessEqual(term, value) : addLessEqual(value, term);
    if (extrema == ExtremumFacts::Inequalities && terms.size() != 1)
      return;
    isl::pw_aff all = terms.front();
    for (const isl::pw_aff &term : terms.drop_front())
      if (all.is_null() || term.is_null())
        all = isl::pw_aff();
      else
        all = isMaximum ? all.max(term) : all.min(term);
    if (!all.is_null())
      add(value.eq_set(all));
  }

  void addFacts(Value value) {
    isl::pw_aff self = get(value);
    IndexDefinition definition = IndexDefinition::of(value);
    if (definition.isIteration())
      return addRange(self, value, definition);
    if (definition.kind == IndexDefinition::Kind::Opaque ||
        (inForms && isEqual(definition)))
      return;
    addMinimum(self, evaluate(definition.terms),
               definition.kind == IndexDefinition::Kind::Maximum);
  }

  void addRange(isl::pw_aff self, Value value,
                const IndexDefinition &definition) {
    isl::pw_aff zero = isl::aff(isl::local_space(space), isl::val(ctx, 0));
    // Where the step is known, a form counts iterations.
    if (inForms && stepOf(value))
      addLessEqual(zero, nameOf(value));
    else
      for (const isl::pw_aff &lower : evaluate(definition.lower))
        addLessEqual(lower, self);
    for (const isl::pw_aff &upper : evaluate(definition.upper))
      addLess(self, upper);
    if (isa_and_present<Value>(definition.step))
      addLess(zero, get(definition.step));
  }

  isl::ctx ctx;
  ExtremumFacts extrema;
  bool inForms = false;
  llvm::DenseMap<Value, isl::pw_aff> forms;
  llvm::MapVector<Value, isl::id> values;
  isl::space space;
  isl::set context;
};
} // namespace

isl::set polymem::getSymbolContext(ArrayRef<isl::id> ids, ValueRange symbols,
                                   isl::ctx ctx, ExtremumFacts extrema) {
  SymbolFacts facts(ids, symbols, ctx, extrema);
  isl::set context = facts.getContext();
  for (const isl::id &other : facts.getOthers(ids.size()))
    if (!context.is_null())
      context = context.project_out_param(other);
  // A minimum is a union of cases; its hull is what all of them know.
  return context.is_null() ? context : isl::set(context.polyhedral_hull());
}

isl::set polymem::getSymbolFacts(ArrayRef<isl::id> ids, ValueRange symbols,
                                 isl::ctx ctx, ExtremumFacts extrema) {
  return SymbolFacts(ids, symbols, ctx, extrema).getContext();
}

ValueForms::ValueForms(ValueRange values, ValueNames nameOf, isl::ctx ctx)
    : ctx(ctx) {
  SymbolFacts known(values, nameOf, ctx);
  facts = known.getContext();
  forms = known.takeForms();
}

isl::pw_aff ValueForms::get(Value value) const {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constantOverParams(*constant, ctx);
  return forms.lookup(value);
}
