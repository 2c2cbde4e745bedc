export {
  type Access,
  accessTo,
  accessWith,
  approversFor,
  approvesLater,
  demandRepresentative,
  hasRole,
  hasRoleWho,
  isKeptPrivate,
  isPrivateCampaign,
  isRepresentative,
  mayManage,
  mayReadMoney,
  reasonNotToApproveYet,
  reasonNotToRefundYet,
  roleWho,
} from './access.ts'
export { campaignCsvWith } from './campaign-csv.ts'
