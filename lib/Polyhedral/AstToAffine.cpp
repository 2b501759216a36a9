//===- AstToAffine.cpp - isl schedules and sets to affine IR --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/AstToAffine.h"
#include "AstExpr.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "isl/ast.h"
#include "isl/ast_build.h"
#include "isl/schedule.h"

using namespace mlir;
using namespace polymem;

/// Choices in expressions that are turned into conditions around a statement.
static constexpr unsigned kMaxSelects = 3;

//===----------------------------------------------------------------------===//
// From schedule to isl AST
//===----------------------------------------------------------------------===//

/// isl's AST of `schedule`; null if isl cannot (unbounded domain, budget).
static isl::ast_node buildAst(const isl::schedule &schedule,
                              const isl::set &context,
                              unsigned long maxIslOperations) {
  isl::ctx ctx = schedule.ctx();
  IslOperationsGuard guard(ctx, maxIslOperations);
  // Loop ends are one comparison with a minimum. (Not `allow_or = 0`, which
  // would save us disjunctions but loses iterations in this version of isl:
  // see test/Polyhedral/Codegen/random-sets.mlir.)
  ScopedIslOption atomicUpperBound(
      ctx.get(), isl_options_get_ast_build_atomic_upper_bound,
      isl_options_set_ast_build_atomic_upper_bound, 1);
  isl::set assumed = context.is_null()
                         ? isl::set::universe(isl::space::params_alloc(ctx, 0))
                         : context.coalesce();
  isl::ast_node node =
      isl::ast_build::from_context(assumed).node_from(schedule);
  // An unbounded domain is an error to isl, not to its context.
  if (node.is_null() && !guard.exceeded())
    isl_ctx_reset_error(ctx.get());
  return node;
}

//===----------------------------------------------------------------------===//
// From isl AST to code
//===----------------------------------------------------------------------===//

namespace {

class AstEmitter {
public:
  AstEmitter(OpBuilder &builder, Location loc, ParameterValues parameters,
             StatementEmitter emitStatement, const AstOptions &options)
      : builder(builder), loc(loc), exprs(loc, parameters, options.forceScf),
        emitStatement(emitStatement), onLoop(options.onLoop) {}

  LogicalResult emit(const isl::ast_node &node);

private:
  /// Emits something at the builder's insertion point, where a condition holds;
  /// may be called several times, and may be null for nothing.
  using Emitter = llvm::function_ref<LogicalResult()>;

  LogicalResult emitMark(const isl::ast_node_mark &node);
  /// What is inside a loop, which stands below no mark.
  LogicalResult emitBody(const isl::ast_node_for &node);
  LogicalResult emitFor(const isl::ast_node_for &node);
  LogicalResult emitLoop(const isl::ast_node_for &node,
                         const isl::ast_expr &init, const isl::ast_expr &end,
                         int64_t inclusive);
  void noteLoop(Operation *loop) {
    if (onLoop && !mark.is_null())
      onLoop(loop, isl_id_get_name(mark.get()));
  }
  LogicalResult emitDegenerate(const isl::ast_node_for &node,
                               const isl::ast_expr &init);
  LogicalResult emitIf(const isl::ast_expr &cond, Emitter emitThen,
                       Emitter emitElse);
  LogicalResult emitAlternatives(ArrayRef<BoundSet> alternatives,
                                 Emitter emitThen, Emitter emitElse);
  LogicalResult emitScfIf(const isl::ast_expr &cond, Emitter emitThen,
                          Emitter emitElse);
  LogicalResult emitBlock(const isl::ast_node_list &children);
  LogicalResult emitUser(const isl::ast_expr &call);
  LogicalResult emitCall(const isl::id &statement,
                         ArrayRef<isl::ast_expr> arguments);
  /// Calls `emit` in front of the terminator of `block`.
  LogicalResult emitInto(Block *block, Emitter emit);
  /// Calls `emit` with `exprs` where those of the form `c ? a : b` are replaced
  /// by `a` or `b`, under conditions: an operand that is chosen by an operation
  /// is no affine operand.
  LogicalResult emitWithoutSelects(
      SmallVector<isl::ast_expr> exprs,
      llvm::function_ref<LogicalResult(ArrayRef<isl::ast_expr>)> emit,
      unsigned depth = 0);

  OpBuilder &builder;
  Location loc;
  AstExprs exprs;
  StatementEmitter emitStatement;
  const decltype(AstOptions::onLoop) &onLoop;
  /// The mark above, up to the next loop; or null.
  isl::id mark;
};

} // namespace

LogicalResult AstEmitter::emit(const isl::ast_node &node) {
  switch (isl_ast_node_get_type(node.get())) {
  case isl_ast_node_for: {
    auto loop = node.as<isl::ast_node_for>();
    isl::boolean degenerate = loop.is_degenerate();
    if (degenerate.is_true())
      return emitWithoutSelects({loop.init()},
                                [&](ArrayRef<isl::ast_expr> exprs) {
                                  return emitDegenerate(loop, exprs.front());
                                });
    return degenerate.is_false() ? emitFor(loop) : failure();
  }
  case isl_ast_node_if: {
    isl::ast_node thenNode = isl::manage(isl_ast_node_if_get_then(node.get()));
    auto emitThen = [&] { return emit(thenNode); };
    isl::ast_expr cond = isl::manage(isl_ast_node_if_get_cond(node.get()));
    if (isl_ast_node_if_has_else(node.get()) != isl_bool_true)
      return emitIf(cond, emitThen, nullptr);
    isl::ast_node elseNode = isl::manage(isl_ast_node_if_get_else(node.get()));
    return emitIf(cond, emitThen, [&] { return emit(elseNode); });
  }
  case isl_ast_node_block:
    return emitBlock(isl::manage(isl_ast_node_block_get_children(node.get())));
  case isl_ast_node_mark:
    return emitMark(node.as<isl::ast_node_mark>());
  case isl_ast_node_user:
    return emitUser(isl::manage(isl_ast_node_user_get_expr(node.get())));
  case isl_ast_node_error:
    return failure();
  }
  return failure();
}

LogicalResult AstEmitter::emitMark(const isl::ast_node_mark &node) {
  isl::id outer = mark;
  mark = node.id();
  LogicalResult result = emit(node.node());
  mark = outer;
  return result;
}

LogicalResult AstEmitter::emitBody(const isl::ast_node_for &node) {
  isl::id outer = mark;
  mark = isl::id();
  LogicalResult result = emit(node.body());
  mark = outer;
  return result;
}

LogicalResult AstEmitter::emitBlock(const isl::ast_node_list &children) {
  isl_size count = isl_ast_node_list_n_ast_node(children.get());
  if (count == isl_size_error)
    return failure();
  for (int i = 0; i < count; ++i)
    if (failed(emit(children.get_at(i))))
      return failure();
  return success();
}

LogicalResult AstEmitter::emitInto(Block *block, Emitter emit) {
  OpBuilder::InsertionGuard guard(builder);
  if (block->mightHaveTerminator())
    builder.setInsertionPoint(block->getTerminator());
  else
    builder.setInsertionPointToEnd(block);
  return emit();
}

LogicalResult AstEmitter::emitWithoutSelects(
    SmallVector<isl::ast_expr> exprs,
    llvm::function_ref<LogicalResult(ArrayRef<isl::ast_expr>)> emit,
    unsigned depth) {
  auto isSelect = [](const isl::ast_expr &expr) {
    return isl_ast_expr_get_type(expr.get()) == isl_ast_expr_op &&
           (isl_ast_expr_op_get_type(expr.get()) == isl_ast_expr_op_select ||
            isl_ast_expr_op_get_type(expr.get()) == isl_ast_expr_op_cond);
  };
  auto select = llvm::find_if(exprs, isSelect);
  if (select == exprs.end() || depth == kMaxSelects)
    return emit(exprs);
  isl::ast_expr expr = *select;
  auto choose = [&](int argument) {
    *select = isl::manage(isl_ast_expr_op_get_arg(expr.get(), argument));
    return emitWithoutSelects(exprs, emit, depth + 1);
  };
  return emitIf(
      isl::manage(isl_ast_expr_op_get_arg(expr.get(), 0)),
      [&] { return choose(1); }, [&] { return choose(2); });
}

LogicalResult AstEmitter::emitUser(const isl::ast_expr &call) {
  // S(c_1, ..., c_n): argument 0 is the statement's name.
  isl_size count = isl_ast_expr_op_get_n_arg(call.get());
  if (count == isl_size_error || count < 1)
    return failure();
  isl::ast_expr callee = isl::manage(isl_ast_expr_op_get_arg(call.get(), 0));
  isl::id statement = isl::manage(isl_ast_expr_id_get_id(callee.get()));
  SmallVector<isl::ast_expr> arguments;
  for (int i = 1; i < count; ++i)
    arguments.push_back(isl::manage(isl_ast_expr_op_get_arg(call.get(), i)));
  return emitWithoutSelects(arguments, [&](ArrayRef<isl::ast_expr> affine) {
    return emitCall(statement, affine);
  });
}

LogicalResult AstEmitter::emitCall(const isl::id &statement,
                                   ArrayRef<isl::ast_expr> arguments) {
  SmallVector<Value> coordinates;
  for (const isl::ast_expr &argument : arguments) {
    Value value = exprs.value(builder, argument);
    if (!value)
      return failure();
    coordinates.push_back(value);
  }
  OpBuilder::InsertionGuard guard(builder);
  return emitStatement(builder, isl_id_get_name(statement.get()), coordinates);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static isl::id iteratorOf(const isl::ast_node_for &node) {
  isl::ast_expr iterator = node.iterator();
  return isl::manage(isl_ast_expr_id_get_id(iterator.get()));
}

LogicalResult AstEmitter::emitDegenerate(const isl::ast_node_for &node,
                                         const isl::ast_expr &init) {
  if (AffineExpr expr = exprs.affine(init)) {
    exprs.bind(iteratorOf(node), expr);
    return emitBody(node);
  }
  Value value = exprs.value(builder, init);
  if (!value)
    return failure();
  exprs.bind(iteratorOf(node), value);
  return emitBody(node);
}

LogicalResult AstEmitter::emitFor(const isl::ast_node_for &node) {
  // for (c = init; c <= (or <) end; c += inc); the end does not involve c.
  isl::ast_expr cond = node.cond();
  isl_ast_expr_op_type comparison = isl_ast_expr_op_get_type(cond.get());
  if (comparison != isl_ast_expr_op_le && comparison != isl_ast_expr_op_lt)
    return failure();
  int64_t inclusive = comparison == isl_ast_expr_op_le ? 1 : 0;
  isl::ast_expr end = isl::manage(isl_ast_expr_op_get_arg(cond.get(), 1));
  return emitWithoutSelects(
      {node.init(), end}, [&](ArrayRef<isl::ast_expr> bounds) {
        return emitLoop(node, bounds[0], bounds[1], inclusive);
      });
}

LogicalResult AstEmitter::emitLoop(const isl::ast_node_for &node,
                                   const isl::ast_expr &init,
                                   const isl::ast_expr &end,
                                   int64_t inclusive) {
  isl::ast_expr inc = node.inc();
  std::optional<int64_t> step =
      islToInt64(isl::manage(isl_ast_expr_get_val(inc.get())));
  if (!step || *step <= 0)
    return failure();
  auto bound = [&](const isl::ast_expr &expr, AstExprs::Extremum extremum,
                   int64_t offset) -> std::optional<AstExprs::Terms> {
    std::optional<AstExprs::Terms> terms = exprs.terms(expr, extremum);
    if (!terms) {
      Value value = exprs.value(builder, expr);
      if (!value)
        return std::nullopt;
      terms = AstExprs::Terms{exprs.dimension(value)};
    }
    for (AffineExpr &term : *terms)
      term = term + offset;
    return terms;
  };
  auto lower = bound(init, AstExprs::Extremum::Max, 0);
  auto upper = bound(end, AstExprs::Extremum::Min, inclusive);
  if (!lower || !upper)
    return failure();

  std::optional<BoundMap> lowerMap = exprs.map(builder, *lower);
  std::optional<BoundMap> upperMap = exprs.map(builder, *upper);
  if (lowerMap && upperMap) {
    auto loop = affine::AffineForOp::create(builder, loc, lowerMap->operands,
                                            lowerMap->map, upperMap->operands,
                                            upperMap->map, *step);
    noteLoop(loop);
    exprs.bind(iteratorOf(node), loop.getInductionVar());
    return emitInto(loop.getBody(), [&] { return emitBody(node); });
  }
  Value lowerValue = exprs.value(builder, *lower, AstExprs::Extremum::Max);
  Value upperValue = exprs.value(builder, *upper, AstExprs::Extremum::Min);
  if (!lowerValue || !upperValue)
    return failure();
  auto loop = scf::ForOp::create(builder, loc, lowerValue, upperValue,
                                 exprs.constant(builder, *step));
  noteLoop(loop);
  exprs.bind(iteratorOf(node), loop.getInductionVar());
  return emitInto(loop.getBody(), [&] { return emitBody(node); });
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

LogicalResult AstEmitter::emitIf(const isl::ast_expr &cond, Emitter emitThen,
                                 Emitter emitElse) {
  std::optional<AstExprs::Condition> condition = exprs.condition(cond);
  if (!condition)
    return emitScfIf(cond, emitThen, emitElse);
  SmallVector<BoundSet> alternatives;
  for (const AstExprs::Conjunction &conjunction : *condition) {
    if (conjunction.empty())
      return emitThen();
    std::optional<BoundSet> set = exprs.set(builder, conjunction);
    if (!set)
      return emitScfIf(cond, emitThen, emitElse);
    alternatives.push_back(std::move(*set));
  }
  return emitAlternatives(alternatives, emitThen, emitElse);
}

/// `if (A or B) S else T` is `if (A) S else { if (B) S else T }`.
LogicalResult AstEmitter::emitAlternatives(ArrayRef<BoundSet> alternatives,
                                           Emitter emitThen, Emitter emitElse) {
  if (alternatives.empty())
    return emitElse ? emitElse() : success();
  const BoundSet &first = alternatives.front();
  bool withElse = alternatives.size() > 1 || emitElse;
  auto ifOp = affine::AffineIfOp::create(builder, loc, first.set,
                                         first.operands, withElse);
  if (failed(emitInto(ifOp.getThenBlock(), emitThen)))
    return failure();
  if (!withElse)
    return success();
  return emitInto(ifOp.getElseBlock(), [&] {
    return emitAlternatives(alternatives.drop_front(), emitThen, emitElse);
  });
}

LogicalResult AstEmitter::emitScfIf(const isl::ast_expr &cond, Emitter emitThen,
                                    Emitter emitElse) {
  Value condition = exprs.predicate(builder, cond);
  if (!condition)
    return failure();
  auto ifOp = scf::IfOp::create(builder, loc, condition,
                                /*withElseRegion=*/bool(emitElse));
  if (failed(emitInto(ifOp.thenBlock(), emitThen)))
    return failure();
  return emitElse ? emitInto(ifOp.elseBlock(), emitElse) : success();
}

//===----------------------------------------------------------------------===//
// Public functions
//===----------------------------------------------------------------------===//

/// Erases what was inserted at the builder's insertion point since `before`
/// was the last operation in front of it (null: none was).
static void eraseInserted(OpBuilder &builder, Operation *before) {
  IRRewriter rewriter(builder.getContext(), builder.getListener());
  Block *block = builder.getInsertionBlock();
  Block::iterator end = builder.getInsertionPoint();
  auto last = [&]() -> Operation * {
    return end == block->begin() ? nullptr : &*std::prev(end);
  };
  for (Operation *op = last(); op != before; op = last())
    rewriter.eraseOp(op);
}

LogicalResult polymem::generateCode(OpBuilder &builder, Location loc,
                                    const isl::schedule &schedule,
                                    const isl::set &context,
                                    ParameterValues parameters,
                                    StatementEmitter emitStatement,
                                    const AstOptions &options) {
  if (schedule.is_null())
    return failure();
  isl::union_set domain = schedule.get_domain();
  isl::boolean empty = domain.is_empty();
  if (empty.is_true())
    return success();
  if (!empty.is_false())
    return failure();
  isl::ast_node ast = buildAst(schedule, context, options.maxIslOperations);
  if (ast.is_null())
    return failure();

  Block *block = builder.getInsertionBlock();
  Block::iterator point = builder.getInsertionPoint();
  Operation *before = point == block->begin() ? nullptr : &*std::prev(point);
  AstEmitter emitter(builder, loc, parameters, emitStatement, options);
  LogicalResult result = emitter.emit(ast);
  builder.setInsertionPoint(block, point);
  if (failed(result))
    eraseInserted(builder, before);
  return result;
}

LogicalResult polymem::scanSet(
    OpBuilder &builder, Location loc, const isl::set &set,
    const isl::set &context, ParameterValues parameters,
    llvm::function_ref<LogicalResult(OpBuilder &, ValueRange)> emitPoint,
    const AstOptions &options) {
  if (set.is_null())
    return failure();
  // Schedule { S[a] -> [a] }: lexicographic order of the elements.
  isl::schedule schedule;
  {
    IslOperationsGuard guard(set.ctx(), options.maxIslOperations);
    isl::boolean empty = set.is_empty();
    if (empty.is_true())
      return success();
    if (!empty.is_false())
      return failure();
    isl::set points = set.flatten().set_tuple_id("S").coalesce();
    schedule = isl::schedule::from_domain(points.to_union_set());
    isl_size rank = isl_set_dim(points.get(), isl_dim_set);
    if (rank == isl_size_error)
      return failure();
    if (rank > 0) {
      isl::multi_union_pw_aff order(
          isl::union_pw_multi_aff(points.identity_union_pw_multi_aff()));
      schedule =
          schedule.insert_partial_schedule(order.reset_tuple_id(isl::dim::out));
    }
  }
  return generateCode(
      builder, loc, schedule, context, parameters,
      [&](OpBuilder &inner, StringRef, ValueRange coordinates) {
        return emitPoint(inner, coordinates);
      },
      options);
}
