export { createReward, formOf } from './actions.ts'
export { supporterKey, withoutPrize } from './queries.prizes.ts'
export { countRewards, rewardsOf } from './queries.ts'
