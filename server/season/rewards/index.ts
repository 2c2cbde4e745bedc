export { createReward, formOf } from './edit.ts'
export { countRewards, rewardsOf, supporterKey, withoutPrize } from './store.ts'
