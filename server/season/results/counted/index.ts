export {
  confirmedResults,
  frozenResults,
  momentNames,
  type NamedResults,
  occursAt,
  type ResultRow,
  sinceAt,
  toCounted,
} from './store.ts'
