/** Writes resources for a multi-status response (RFC 4918, sections 13 and 15). */
import { escapeXml } from '../xml.rules.ts'
import { davSpace, type PropName, type WantedProps } from './propfind.rules.ts'

export interface Resource {
  /** The URL path, percent-encoded. */
  readonly href: string
  readonly name: string
  readonly modifiedAt: string | undefined
  /** Undefined for a folder. */
  readonly file: DavFile | undefined
}

export interface DavFile {
  readonly sizeBytes: number
  /** The ETag, including its quotes. */
  readonly etag: string
  readonly contentType: string
}

type Value = (resource: Resource) => string | undefined

/** Returns each property as XML; undefined if the resource does not have it. */
const values: Readonly<Record<string, Value>> = {
  resourcetype: ({ file }) => (file ? '' : '<D:collection/>'),
  displayname: ({ name }) => escapeXml(name),
  getlastmodified: ({ modifiedAt }) => modifiedAt && new Date(modifiedAt).toUTCString(),
  getcontentlength: ({ file }) => file && String(file.sizeBytes),
  getcontenttype: ({ file }) => file?.contentType,
  getetag: ({ file }) => file && escapeXml(file.etag),
}

export const multistatusStart = '<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">\n'
export const multistatusEnd = '</D:multistatus>\n'

/** Returns a function that writes a resource with the requested properties, and lists the ones that it does not have. */
export function createWriter(wanted: WantedProps): (resource: Resource) => string {
  const isKnown = ({ space, name }: PropName) => space === davSpace && Object.hasOwn(values, name)
  const requested = wanted.kind === 'some' ? wanted.props.filter(isKnown).map(({ name }) => name) : undefined
  const names = requested ?? Object.keys(values)
  const unknown = wanted.kind === 'some' ? wanted.props.filter((prop) => !isKnown(prop)).map(emptyOf) : []
  return (resource) => {
    let found = ''
    let missing = unknown.join('')
    for (const name of names) {
      const value = values[name]?.(resource)
      if (value !== undefined) {
        const inside = wanted.kind === 'names' ? '' : value
        found += inside === '' ? `<D:${name}/>` : `<D:${name}>${inside}</D:${name}>`
      } else if (requested) missing += `<D:${name}/>`
    }
    const isBare = found === '' && missing === ''
    return `<D:response><D:href>${escapeXml(resource.href)}</D:href>${
      found || isBare ? propstat(found, '200 OK') : ''
    }${missing ? propstat(missing, '404 Not Found') : ''}</D:response>\n`
  }
}

const propstat = (props: string, status: string) =>
  `<D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`

const emptyOf = ({ space, name }: PropName): string =>
  space === davSpace ? `<D:${name}/>` : `<${name} xmlns="${escapeXml(space)}"/>`
