export {
  type Access,
  accessTo,
  accessWith,
  demandRepresentative,
  permissionsOf,
  reasonNotToApproveYet,
} from './access.ts'
export { campaignCsv } from './campaign-csv.ts'
