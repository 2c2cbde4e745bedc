import { redirect } from 'react-router'
import { paths } from '#web/paths.ts'

/** The short address of the wizard (R46). */
export const loader = () => redirect(paths.createCampaign, 301)
export const clientLoader = () => redirect(paths.createCampaign)

export default function CreateCampaign() {
  return null
}
