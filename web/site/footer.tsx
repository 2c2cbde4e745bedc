import { faLock } from '@fortawesome/free-solid-svg-icons'
import { Link, useMatch } from 'react-router'
import { brand } from '#web/content/brand.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'

const LINKS = [
  { to: paths.howItWorks, label: 'How It Works' },
  { to: paths.createCampaignAlias, label: 'Create Campaign' },
  { to: paths.successStories, label: 'Success Stories' },
  { to: paths.pricing, label: 'Pricing' },
  { to: paths.help, label: 'Help' },
  { to: paths.contact, label: 'Contact' },
  { to: paths.privacy, label: 'Privacy' },
  { to: paths.terms, label: 'Terms' },
] as const
const CAMPAIGN_LINKS = [
  { to: paths.terms, label: 'Terms of Service' },
  { to: paths.privacy, label: 'Privacy Policy' },
] as const

export function SiteFooter() {
  const isCampaign = useMatch('/campaigns/:id')
  return (
    <footer className="footer">
      <div className="wrap py-7 text-[0.90625rem]">
        <nav aria-label="Footer">
          <ul className="grid grid-cols-2 gap-x-7 md:grid-cols-4 lg:flex lg:flex-wrap">
            {(isCampaign ? CAMPAIGN_LINKS : LINKS).map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-4 flex flex-wrap gap-x-7 gap-y-2 border-t border-boardline pt-5 md:justify-between">
          <p>
            © {brand.copyrightYear} {brand.name}
          </p>
          <p className="flex items-center gap-2.5">
            <Icon icon={faLock} />
            Payments are secured by our card payment provider.
          </p>
        </div>
      </div>
    </footer>
  )
}
