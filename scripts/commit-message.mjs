/**
 * Checks the subject of a commit: Conventional Commits, up to 72 characters, and a verb in the imperative.
 * As a `commit-msg` hook it gets the path of the message; with `--range A..B` it checks the commits of a pull request.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const maxSubjectLength = 72
const form = /^(feat|fix|docs|test|refactor|perf|build|ci|chore|bench|revert|style)(\([\w,/-]+\))?!?: (\S.*)$/
/** Articles, pronouns, nouns and prepositions that began subjects which were not imperative. */
const notVerbs = new Set(
  'a an the it its this that these those there what who where when if as of in on at by for with one all each every no two not'.split(
    ' ',
  ),
)
/** Verbs whose base form ends in -ed, -s or -ing. */
const baseForms = new Set([
  'bring',
  'embed',
  'exceed',
  'feed',
  'need',
  'seed',
  'speed',
  'shed',
  'string',
  'process',
  'pass',
  'address',
  'access',
  'compress',
  'discuss',
  'express',
  'focus',
  'guess',
  'miss',
  'press',
  'suppress',
  'cross',
  'toss',
  'dismiss',
])

/** Returns what is wrong with a subject, or undefined. */
export function faultOfSubject(subject) {
  if (/^(Merge|Revert) /.test(subject)) return undefined
  if (subject.length > maxSubjectLength)
    return `it has ${subject.length} characters, the limit is ${maxSubjectLength}`
  const [, , , sentence] = form.exec(subject) ?? []
  if (!sentence)
    return 'write `type(scope): subject`, for example `fix(player): keep the position after a reload`'
  const verb = sentence.split(/[\s,:]/)[0].toLowerCase()
  const isImperative =
    !notVerbs.has(verb) && (baseForms.has(verb) || !/(ed|ing|[^s]s)$/.test(verb)) && /^[a-z-]+$/.test(verb)
  if (!isImperative) return `begin with a verb in the imperative ("add", "fix"), not with "${verb}"`
  return sentence.endsWith('.') ? 'leave out the period at the end' : undefined
}

function subjectsOf(args) {
  const [first, range] = args
  if (first === '--range') {
    const log = execFileSync('git', ['log', '--no-merges', '--format=%s', range], { encoding: 'utf8' })
    return log.split('\n').filter((subject) => subject !== '')
  }
  return [readFileSync(first, 'utf8').split('\n')[0]]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const subject of subjectsOf(process.argv.slice(2))) {
    const fault = faultOfSubject(subject)
    if (!fault) continue
    console.error(`Commit subject "${subject}": ${fault}.`)
    process.exitCode = 1
  }
}
