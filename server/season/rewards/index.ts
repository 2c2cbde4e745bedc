export { createReward, formOf } from './actions.ts'
export { countRewards, rewardsOf } from './queries.ts'
