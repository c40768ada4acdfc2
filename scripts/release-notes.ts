/** Prints the section of CHANGELOG.md for a tag such as `v0.1.0`. Fails if there is none. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Returns the lines below the heading of a version. Throws if the changelog has no such heading, or nothing below it. */
export function releaseNotes(changelog: string, version: string): string {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`))
  if (start < 0) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  const next = lines.findIndex((line, at) => at > start && /^(## |\[.+\]: )/.test(line))
  const notes = lines
    .slice(start + 1, next < 0 ? undefined : next)
    .join('\n')
    .trim()
  if (notes === '') throw new Error(`The section of CHANGELOG.md for ${version} is empty.`)
  return notes
}

if (import.meta.main) {
  const tag = process.argv[2] ?? ''
  console.log(releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), tag.replace(/^v/, '')))
}
