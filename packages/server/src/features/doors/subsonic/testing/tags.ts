/** XML as the parsers of Amperfy and DSub see it: one tag after the other, with its attributes and its text. */
export interface Tag {
  readonly name: string
  /** The name of the tag around it; `''` at the top. */
  readonly inside: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

const pieces = /<\?[^>]*\?>|<(\/?)([\w-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy

/** Throws for what is not well formed. */
export function tagsIn(xml: string): Tag[] {
  const found: { name: string; inside: string; attributes: Record<string, string>; text: string }[] = []
  const open: (typeof found)[number][] = []
  let end = 0
  for (const [piece, isClosing, name = '', attributes = '', isEmpty, text] of xml.matchAll(pieces)) {
    end += piece.length
    const top = open.at(-1)
    if (text !== undefined) {
      if (top) top.text += meant(text)
    } else if (isClosing) {
      if (open.pop()?.name !== name) throw new Error(`${name} ends what it did not begin`)
    } else if (name !== '') {
      const tag = { name, inside: top?.name ?? '', attributes: attributesIn(attributes), text: '' }
      found.push(tag)
      if (!isEmpty) open.push(tag)
    }
  }
  if (end !== xml.length || open.length > 0) throw new Error(`not well formed at ${xml.slice(end, end + 60)}`)
  return found
}

const attributesIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, meant(value)]),
  )

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const meant = (text: string) =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (entities[name] ?? '') : String.fromCodePoint(Number(code)),
  )
