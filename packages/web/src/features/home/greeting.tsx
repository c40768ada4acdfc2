import { useT } from '../../lib/i18n.ts'
import { greetingKey } from './greeting.rules.ts'

export interface GreetingProps {
  readonly workCount: number
  readonly libraryCount: number
}

export function Greeting({ workCount, libraryCount }: GreetingProps) {
  const t = useT()
  return (
    <header>
      <h1 className="page-title">{t(greetingKey(new Date().getHours()))}</h1>
      <p className="mt-1 text-mut">{t('home.sizes', { works: workCount, library: libraryCount })}</p>
    </header>
  )
}
