/** Checks the documentation: links work, settings are complete, and texts follow STYLE.md. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { driveProviders } from '@koedana/contract/drives.ts'
import { settingNames } from '@koedana/server/config.ts'
import { oidcVariableNames } from '@koedana/server/domain/oidc.rules.ts'
import { expect, test } from 'vitest'
import { releaseNotes } from './release-notes.ts'
import { root } from './run.mjs'
import { textsOfFile } from './words-code.ts'
import { type CheckedText, findingsIn } from './words-rules.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join('docs', name)),
]

/** Returns the anchors of headings, as GitHub and VitePress generate them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title)
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  )
}

test.each(pages)('every link of %s leads to a file and a heading that exist', (page) => {
  const prose = read(page).replace(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link)
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)))
    if (!existsSync(join(root, target))) return true
    return (
      anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(decodeURIComponent(anchor))
    )
  })
  expect(broken).toEqual([])
})

test('docs/configure.md has every setting once, and no other', () => {
  const drives = driveProviders.flatMap((name) =>
    ['CLIENT_ID', 'CLIENT_SECRET'].map((suffix) => `${name.toUpperCase()}_${suffix}`),
  )
  const listed = [...read('docs/configure.md').matchAll(/^\| `([A-Z][A-Z0-9_]*)` \|/gm)].map(
    ([, name]) => name,
  )
  const clouds = ['ONEDRIVE_CLOUD', 'ONEDRIVE_TENANT']
  const forTests = ['DRIVE_GATEWAY']
  const expected = [...settingNames, ...oidcVariableNames, ...drives, ...clouds].filter(
    (name) => !forTests.includes(name),
  )
  expect(listed.toSorted()).toEqual(expected.toSorted())
})

const planted: readonly [string, CheckedText['source'], string][] = [
  ['users', 'english', 'Whoever has the link can listen.'],
  ['is stored', 'english', 'The file lies in the data folder.'],
  ['applies', 'english', 'The filter stands until it is removed.'],
  ['continues', 'english', 'Playback goes on.'],
  ['played', 'english', 'The track was heard.'],
  ['audio file', 'english', '12 sounds found.'],
  ['reports', 'english', 'The page says what is wrong.'],
  ['fix', 'english', 'Mend the file.'],
  ['import', 'english', 'The works are taken in.'],
  ['limit', 'english', 'The upper bound is 5.'],
  ['only', 'english', 'For administrators alone.'],
  ['again', 'english', 'Type it anew.'],
  ['during', 'english', 'Lists beside an import.'],
  ['compatibility API', 'english', 'The door for apps.'],
  ['library', 'english', 'Your shelf is empty.'],
  ['reject', 'english', 'The key was refused.'],
  ['not a', 'english', 'This is no number.'],
  ['blurred', 'english', 'The cover is veiled.'],
  ['US spelling', 'english', 'The catalogue has a colour.'],
  ['noun', 'english', 'Done. One that is new is added.'],
  ['number', 'english', '{count} works'],
  ['space between', 'chinese', '作品ID'],
  ['你', 'chinese', '您好'],
  ['number', 'chinese', '{count} 部作品'],
  ['space between', 'japanese', '作品ID'],
  ['number', 'japanese', '{works} 作品'],
]

test.each(planted)('a text against the rule "%s" (%s) is found', (rule, source, text) => {
  const found = findingsIn([{ at: 'planted', source, text }])
  expect(found.map(({ rule: name }) => name)).toEqual([expect.stringContaining(rule)])
})

test('comments and names of a file are found with their lines, and checked', () => {
  const file = `/** Returns the count. Whoever asks gets it. */
export const mostItems = 5 // It lies here.
export const other = 1
// One that is split
// over lines stands here.
const maxItems = 5 // Limit of the API.
`
  const found = findingsIn([...textsOfFile('a.ts', file)])
  expect(found.map(({ at, source, text }) => `${at} ${source}: ${text}`)).toEqual([
    'a.ts:1 comment: Returns the count. Whoever asks gets it.',
    'a.ts:2 comment: It lies here.',
    'a.ts:4 comment: One that is split over lines stands here.',
    'a.ts:4 comment: One that is split over lines stands here.',
    'a.ts:2 identifier: mostItems',
  ])
})

test('a plain text has no finding', () => {
  const text =
    'The server rejects the file because it is not a valid catalog. You can try again in {count, number} min.'
  expect(findingsIn([{ at: 'plain', source: 'english', text }])).toEqual([])
})

test('a release publishes the section of its version, and no other', () => {
  const { version }: { version: string } = JSON.parse(read('package.json'))
  expect(releaseNotes(read('CHANGELOG.md'), version)).toMatch(/^First release\.\n\n### Added\n/)
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- x\n\n## [1.1.0] – 2027-01-02\n\n- a\n\n## [1.0.0]\n\n- b\n'
  expect(releaseNotes(changelog, '1.1.0')).toBe('- a')
  expect(releaseNotes(changelog, '1.0.0')).toBe('- b')
  expect(() => releaseNotes(changelog, '1.2.0')).toThrow('no section for 1.2.0')
})
