import { expect, test } from 'vitest'
import { faultOfSubject } from './commit-message.mjs'

test.each([
  'fix(player): keep the position after a reload',
  'feat!: require Node 24',
  'perf(db): process rows in batches of 500',
  'docs(adr): list decisions in an index page',
  "Merge branch 'main' into topic",
  'Revert "fix(player): keep the position after a reload"',
])('accepts %s', (subject) => expect(faultOfSubject(subject)).toBeUndefined())

test.each([
  ['wip', 'type(scope): subject'],
  ['Fix the player', 'type(scope): subject'],
  ['fix(player): a cleared queue is restored only if nothing joined it', 'imperative'],
  ['fix(player): keeps the position', 'imperative'],
  ['fix(player): fixed the position', 'imperative'],
  ['perf(home): what is alike is found in a piece of its own', 'imperative'],
  ['docs: add a page.', 'period'],
  [`docs: add ${'x'.repeat(70)}`, 'limit is 72'],
])('rejects %s', (subject, reason) => expect(faultOfSubject(subject)).toContain(reason))
