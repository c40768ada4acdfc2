/**
 * Parses the properties that a PROPFIND requests (RFC 4918, section 9.1). The body is untrusted XML: document types are rejected, so
 * there are no entities, and malformed XML is rejected. Namespaces are resolved, since properties are identified by them.
 */
import { XmlError } from '../../storages/remote/xml.rules.ts'

export const davSpace = 'DAV:'

export interface PropName {
  readonly space: string
  readonly name: string
}

export type WantedProps =
  | { readonly kind: 'all' }
  | { readonly kind: 'names' }
  | { readonly kind: 'some'; readonly props: readonly PropName[] }

/** Throws an `XmlError`. An empty body requests all properties. */
export function readPropfind(body: string): WantedProps {
  if (body.trim() === '') return { kind: 'all' }
  const props: PropName[] = []
  let kind: WantedProps['kind'] | undefined
  for (const { name, depth, parent } of elementsOf(body)) {
    if (depth === 0 && !isDav(name, 'propfind')) throw new XmlError('another document')
    if (depth === 1) {
      const found = kindOf(name)
      if (found !== undefined && kind !== undefined) throw new XmlError('two questions')
      kind ??= found
    }
    if (depth === 2 && isDav(parent, 'prop')) props.push(name)
    if (props.length > maxProps) throw new XmlError('properties without end')
  }
  if (kind === undefined) throw new XmlError('no question')
  return kind === 'some' ? { kind, props } : { kind }
}

const maxProps = 100
const maxDepth = 16

const isDav = ({ space, name }: PropName, wanted: string) => space === davSpace && name === wanted

function kindOf(name: PropName): WantedProps['kind'] | undefined {
  if (isDav(name, 'allprop')) return 'all'
  if (isDav(name, 'propname')) return 'names'
  return isDav(name, 'prop') ? 'some' : undefined
}

interface Element {
  readonly name: PropName
  readonly parent: PropName
  readonly depth: number
}

interface OpenElement {
  readonly tag: string
  readonly name: PropName
  readonly spaces: ReadonlyMap<string, string>
}

const noName: PropName = { space: '', name: '' }
const noSpaces: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])

/** Yields the start of each element. */
function* elementsOf(text: string): Generator<Element> {
  const open: OpenElement[] = []
  let roots = 0
  for (const { isEnd, isEmpty, tag, attributes } of tagsOf(text)) {
    if (isEnd) {
      if (open.pop()?.tag !== tag) throw new XmlError('elements overlap')
      continue
    }
    const parent = open.at(-1)
    if (!parent) roots += 1
    if (roots > 1 || open.length >= maxDepth) throw new XmlError('an element too many')
    const spaces = spacesIn(attributes, parent?.spaces ?? noSpaces)
    const name = nameOf(tag, spaces)
    yield { name, parent: parent?.name ?? noName, depth: open.length }
    if (!isEmpty) open.push({ tag, name, spaces })
  }
  if (open.length > 0 || roots === 0) throw new XmlError('the end is missing')
}

function nameOf(tag: string, spaces: ReadonlyMap<string, string>): PropName {
  const [prefix = '', name] = tag.includes(':') ? tag.split(':', 2) : ['', tag]
  const space = spaces.get(prefix) ?? (prefix === '' ? '' : undefined)
  if (space === undefined || !name) throw new XmlError('a prefix without a namespace')
  return { space, name }
}

const declaration = /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function spacesIn(attributes: string, outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const declared = [...attributes.matchAll(declaration)]
  if (declared.length === 0) return outer
  const spaces = new Map(outer)
  for (const [, prefix = '', double, single] of declared) {
    const space = double ?? single ?? ''
    // XML 1.0 does not allow undeclaring a prefix, and no known property namespace contains an entity.
    if ((prefix !== '' && space === '') || space.includes('&'))
      throw new XmlError('a namespace that cannot be')
    spaces.set(prefix, space)
  }
  return spaces
}

interface Tag {
  readonly isEnd: boolean
  readonly isEmpty: boolean
  readonly tag: string
  readonly attributes: string
}

const name = String.raw`[\p{L}_][\p{L}\p{N}\p{M}_.-]*(?::[\p{L}_][\p{L}\p{N}\p{M}_.-]*)?`
const tagPattern = new RegExp(
  String.raw`<(/?)(${name})((?:\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(/?)>`,
  'uy',
)

function* tagsOf(text: string): Generator<Tag> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<?', at)) at = endOf(text, '?>', at)
    else if (text.startsWith('<!--', at)) at = endOf(text, '-->', at + 4)
    else {
      tagPattern.lastIndex = at
      const [whole = '', end, tag = '', attributes = '', empty] = tagPattern.exec(text) ?? []
      if (whole === '' || (end && (attributes || empty))) throw new XmlError('no tag')
      yield { isEnd: end !== '', isEmpty: empty !== '', tag, attributes }
      at += whole.length
    }
  }
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  if (at < 0) throw new XmlError('a part without an end')
  return at + mark.length
}
