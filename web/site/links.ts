import { faGauge, faHouse, faUser } from '@fortawesome/free-solid-svg-icons'
import { paths } from '#web/paths.ts'

export const NAVIGATION = [
  { to: paths.campaigns, label: 'Campaigns' },
  { to: paths.howItWorks, label: 'How It Works' },
  { to: paths.successStories, label: 'Success Stories' },
] as const

export const USER_LINKS = [
  { to: paths.landing, label: 'Home', icon: faHouse },
  { to: paths.dashboard, label: 'Dashboard', icon: faGauge },
  { to: paths.profile, label: 'Profile', icon: faUser },
] as const
