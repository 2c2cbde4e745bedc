export {
  type Access,
  accessTo,
  accessWith,
  approvesLater,
  demandRepresentative,
  permissionsOf,
  reasonNotToApproveYet,
  reasonNotToRefundYet,
} from './access.ts'
export { campaignCsvWith } from './campaign-csv.ts'
export {
  approversFor,
  hasRole,
  isKeptPrivate,
  isOwner,
  isPrivateCampaign,
  isRepresentative,
  mayManage,
} from './predicates.ts'
