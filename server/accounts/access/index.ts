export {
  type Access,
  accessTo,
  accessWith,
  approversFor,
  approvesLater,
  demandRepresentative,
  hasRole,
  isKeptPrivate,
  isOwner,
  isPrivateCampaign,
  isRepresentative,
  mayManage,
  permissionsOf,
  reasonNotToApproveYet,
  reasonNotToRefundYet,
} from './access.ts'
export { campaignCsvWith } from './campaign-csv.ts'
