export { cashLines } from './bank-store.ts'
export { isOver, monthKey } from './month.ts'
export { firstMonth, hasMoney, inMonth, type MonthKey, monthTotals, postings, sums } from './store.ts'
export { organizationHasMoney } from './year-store.ts'
