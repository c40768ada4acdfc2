/** Parses an rclone configuration: sections of keys and values, as rclone reads them. */

export interface RcloneSection {
  readonly name: string
  /** The last value wins if a key is repeated. */
  readonly values: ReadonlyMap<string, string>
}

export type RcloneConfig =
  | { readonly type: 'encrypted' }
  | { readonly type: 'sections'; readonly sections: readonly RcloneSection[] }

/** Parses the text. Lines outside of a section, and lines without `=`, are ignored. */
export function readRcloneConfig(text: string): RcloneConfig {
  const sections: { readonly name: string; readonly values: Map<string, string> }[] = []
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const line = raw.trim()
    if (sections.length === 0 && line.startsWith('RCLONE_ENCRYPT_')) return { type: 'encrypted' }
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    if (line.startsWith('[') && line.endsWith(']')) {
      sections.push({ name: line.slice(1, -1).trim(), values: new Map() })
      continue
    }
    const at = line.indexOf('=')
    if (at > 0) sections.at(-1)?.values.set(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }
  return { type: 'sections', sections: sections.filter(({ name }) => name !== '') }
}
