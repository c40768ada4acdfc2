/** Checks the import rules: no forbidden import, and enough modules read that silence is meaningful. */
import { cruiseRepository } from './cruise.ts'

/** Fewer modules than this mean that the check is broken: a tool that parses nothing finds nothing. */
const minModules = 100

const { modules, violations } = await cruiseRepository(['packages', 'bench', 'e2e', 'scripts'])
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`)
console.log(`${modules} modules read, ${violations.length} arrows the wrong way`)
if (modules < minModules) console.error(`expected at least ${minModules} modules`)
if (modules < minModules || violations.length > 0) process.exit(1)
