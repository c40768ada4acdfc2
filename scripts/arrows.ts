/** Checks the import rules: no forbidden import, and enough modules read that silence is meaningful. */
import { cruiseRepository } from './cruise.ts'

/** Fewer modules than this mean that the check is broken: a tool that parses nothing finds nothing. */
const leastModules = 100

const { modules, violations } = await cruiseRepository(['packages', 'bench', 'e2e', 'scripts'])
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`)
console.log(`${modules} modules read, ${violations.length} arrows the wrong way`)
if (modules < leastModules) console.error(`expected at least ${leastModules} modules`)
if (modules < leastModules || violations.length > 0) process.exit(1)
