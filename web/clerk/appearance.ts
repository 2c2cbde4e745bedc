/** Clerk's widgets in the site's own tokens, which follow light and dark automatically, at the site's own sizes. */
/** Its buttons already use `--accent` for themselves: our token has another name there (account.css). */
const big = { minHeight: '3rem', fontSize: '1rem' }
const heading = { fontFamily: 'var(--display)', fontWeight: 800, lineHeight: 1 }

export const appearance = {
  variables: {
    colorPrimary: 'var(--accenttext)',
    colorPrimaryForeground: 'var(--surface)',
    colorDanger: 'var(--danger)',
    colorSuccess: 'var(--turf)',
    colorWarning: 'var(--pausedfg)',
    colorNeutral: 'var(--ink)',
    colorForeground: 'var(--ink)',
    colorMuted: 'var(--sunken)',
    colorMutedForeground: 'var(--ink2)',
    colorBackground: 'var(--surface)',
    colorInput: 'var(--surface)',
    colorInputForeground: 'var(--ink)',
    colorBorder: 'var(--control)',
    colorRing: 'var(--focus)',
    colorModalBackdrop: 'var(--veil)',
    fontFamily: 'var(--text)',
    fontFamilyButtons: 'var(--text)',
    fontSize: '0.9375rem',
    borderRadius: '6px',
  },
  elements: {
    rootBox: { width: '100%', justifyContent: 'center' },
    cardBox: { width: '100%', maxWidth: '480px', border: 0, boxShadow: 'var(--sh3)' },
    card: { backgroundColor: 'var(--surface)' },
    headerTitle: { ...heading, fontSize: '2.75rem' },
    profileSectionTitleText: { fontWeight: 650 },
    formFieldInput: {
      ...big,
      '&&': { border: '1.5px solid var(--control)', boxShadow: 'none' },
      '&&[aria-invalid="true"]': { borderColor: 'var(--danger)' },
    },
    formButtonPrimary: {
      minHeight: '3rem',
      padding: '1px 20px 4px',
      fontFamily: 'var(--display)',
      fontSize: '1.4375rem',
      fontWeight: 800,
      letterSpacing: '0.015em',
      textShadow: 'none',
      '&&': {
        background: 'var(--clerk-button)',
        border: '1.5px solid var(--accent-edge)',
        color: 'var(--onaccent)',
        boxShadow: 'inset 0 -4px 0 var(--accent-edge)',
      },
      '&&:hover': { background: 'var(--accent-hi)' },
    },
    formButtonReset: big,
    socialButtonsBlockButton: big,
    footerActionLink: { textDecoration: 'underline' },
    footer: { background: 'var(--sunken)' },
    navbar: { background: 'var(--sunken)' },
    navbarButton: big,
  },
}
