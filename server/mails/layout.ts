import { escapeHtml } from '#server/mails/actions.ts'

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'table'; caption: string; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'link'; text: string; url: string }

export type MailBody = { subject: string; text: string; html: string }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const code = (text: string): Block => ({ kind: 'code', text })
export const table = (caption: string, rows: readonly (readonly [string, string])[]): Block => ({
  kind: 'table',
  caption,
  rows,
})
export const link = (text: string, url: string): Block => ({ kind: 'link', text, url })

/** The same blocks as plain text and as HTML: neither says what the other leaves out. */
export function layOut(subject: string, blocks: readonly Block[]): MailBody {
  const heading = escapeHtml(subject)
  return {
    subject,
    text: `${[...blocks.map(asText), FOOTER].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${heading}</title></head>
<body style="margin:0;background:#f4f2ee;color:#1c1917;font:16px/1.55 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px">
<tr><td style="padding:20px 28px;border-bottom:4px solid #c2410c;font-weight:700;letter-spacing:.02em">Pledgeraiser</td></tr>
<tr><td style="padding:24px 28px"><h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${heading}</h1>
${blocks.map(asHtml).join('\n')}
</td></tr>
<tr><td style="padding:16px 28px 24px;color:#57534e;font-size:13px">${escapeHtml(FOOTER)}</td></tr>
</table></td></tr></table>
</body>
</html>
`,
  }
}

const FOOTER = 'Pledgeraiser: you pay only for results actually achieved.'

function asText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'code':
      return `    ${block.text}`
    case 'table':
      return [block.caption, ...block.rows.map(([label, value]) => `  ${label}: ${value}`)].join('\n')
    case 'link':
      return `${block.text}: ${block.url}`
  }
}

const CELL = 'padding:6px 0;border-bottom:1px solid #e7e5e4'

function asHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 14px">${escapeHtml(block.text)}</p>`
    case 'code':
      return `<p style="margin:0 0 18px;padding:14px;background:#f4f2ee;border-radius:8px;text-align:center;font:700 30px/1 monospace;letter-spacing:.3em">${escapeHtml(block.text)}</p>`
    case 'table':
      return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 18px;border-collapse:collapse"><caption style="text-align:left;font-weight:700;padding-bottom:6px">${escapeHtml(block.caption)}</caption>${block.rows.map(asRow).join('')}</table>`
    case 'link':
      return `<p style="margin:0 0 18px"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:11px 20px;background:#c2410c;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:700">${escapeHtml(block.text)}</a></p>`
  }
}

const asRow = ([label, value]: readonly [string, string]): string =>
  `<tr><th scope="row" align="left" style="${CELL};font-weight:400">${escapeHtml(label)}</th><td align="right" style="${CELL};white-space:nowrap">${escapeHtml(value)}</td></tr>`
