export { cancelPledge, lockPledgeForChange } from './change.ts'
export { accountFor } from './detail.ts'
export { changeLineIn, changeWholeIn, demandChangeable, previewChange, previewWhole } from './line-changes.ts'
