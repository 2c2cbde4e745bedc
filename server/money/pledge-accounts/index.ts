export { changeLineIn, demandChangeable, previewChange } from './actions.lines.ts'
export { holdPledgeForChange } from './actions.ts'
export { accountFor } from './detail.ts'
