import { useState } from 'react'
import type { Scheme } from '#web/styles/contrast.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Case } from './schemes.tsx'

const NAMES = ['Supporters', 'Statistics', 'Events', 'Rewards', 'Ambassadors', 'Results', 'Settlements']

export function Ways({ scheme }: { scheme: Scheme }) {
  const [tab, setTab] = useState('Results')
  return (
    <div className="dev-stack">
      <Case name="Tabs: they scroll on a phone; open work is counted">
        <Tabs
          label={`Parts of the campaign, ${scheme}`}
          value={tab}
          onChange={setTab}
          tabs={NAMES.map((name) => ({
            value: name,
            label: name,
            content: <p>{name} stand here.</p>,
            ...(name === 'Results' ? { count: { value: 3, of: 'to confirm' } } : {}),
          }))}
        />
      </Case>
      <Case name="The way up">
        <BackLink>
          <a href="#ways">Back to Dashboard</a>
        </BackLink>
      </Case>
      <Case name="Avatar: initials, and where the picture does not load">
        <div className="dev-row">
          <Avatar initials="DW" />
          <Avatar initials="MO" image="/nobody.png" />
          <Avatar initials="T" image="/favicon.svg" />
        </div>
      </Case>
      <Case name="More for those who ask">
        <div>
          <Disclosure summary="What is the most I can owe?">
            What you set as your maximum. Without one, the amount that the season’s highest expected result
            would make.
          </Disclosure>
          <Disclosure summary="Can I cancel?">
            Free for 24 hours, and until the first result that counts.
          </Disclosure>
        </div>
      </Case>
    </div>
  )
}
