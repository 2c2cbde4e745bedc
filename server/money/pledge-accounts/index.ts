export { changeLineIn, demandChangeable, previewChange } from './actions.lines.ts'
export { cancelPledge, holdPledgeForChange } from './actions.ts'
export { changeWholeIn, previewWhole } from './actions.whole.ts'
export { accountFor } from './detail.ts'
