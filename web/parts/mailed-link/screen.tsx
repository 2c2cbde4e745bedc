import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { GUEST, GUEST_FORM } from '#web/parts/guests/layout-classes.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'

type HeadProps = {
  title: string
  /** Named under the title: the campaign of the pledge that is asked about. */
  about?: { campaignName: string; organizationName: string }
}

export function Head({ title, about }: HeadProps) {
  const heading = (
    <Heading level={1} size="page">
      {title}
    </Heading>
  )
  if (!about) return heading
  return (
    <header>
      {heading}
      <p className="lead mt-1 break-words">
        {about.campaignName}, {about.organizationName}
      </p>
    </header>
  )
}

/** One column, as on the form of a pledge without an account. */
export const Column = (props: ComponentProps<'div'>) => (
  <main id="main" className={GUEST}>
    <div className={GUEST_FORM} {...props} />
  </main>
)

type Props = HeadProps & {
  /** Announced as the outcome of the user's press. */
  isOutcome?: boolean
  children: ReactNode
}

/** A page that the link in a mail opens. */
export const Screen = ({ isOutcome = false, children, ...head }: Props) => (
  <Column {...(isOutcome ? { role: 'status' } : {})}>
    <Head {...head} />
    {children}
  </Column>
)

type WideLinkProps = Parameters<typeof buttonClass>[0] & { to: string; children: string }

/** Where to go on from here: as wide as what it stands in. */
export const WideLink = ({ to, children, ...look }: WideLinkProps) => (
  <Link to={to} className={buttonClass({ full: true, ...look })}>
    {children}
  </Link>
)
