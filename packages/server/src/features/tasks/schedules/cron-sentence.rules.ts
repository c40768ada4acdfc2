/** Describes a cron expression of five fields as a natural sentence. */
import type { Locale } from '@koedana/contract/values.ts'

/** Throws a `RangeError` if the expression is invalid. */
export function cronSentence(cron: string, locale: Locale): string {
  const parts = cron.trim().split(/\s+/)
  if (parts.length !== fields.length) throw new RangeError(`${parts.length} fields`)
  const [minutes = all, hours = all, days = all, months = all, weekdays = all] = parts.map((part, at) =>
    fieldOf(part, fields[at] ?? minute),
  )
  const words = wordsIn[locale]
  const isByHour = hours.type === 'all' || (hours.type === 'step' && hours.isWhole)
  const when = daysOf({ days, months, weekdays }, locale)
  return words.sentence(timeOf(minutes, hours, locale), when === '' && !isByHour ? words.everyDay : when)
}

interface Bounds {
  readonly least: number
  readonly most: number
  /** Names of the values, starting at `least`. */
  readonly names?: readonly string[]
}

const minute: Bounds = { least: 0, most: 59 }
const fields: readonly Bounds[] = [
  minute,
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ') },
  { least: 0, most: 7, names: 'SUN MON TUE WED THU FRI SAT'.split(' ') },
]

type Field =
  | { readonly type: 'all' }
  | { readonly type: 'values'; readonly values: readonly number[] }
  | { readonly type: 'range'; readonly from: number; readonly to: number }
  | {
      readonly type: 'step'
      readonly by: number
      readonly values: readonly number[]
      readonly isWhole: boolean
    }

const all: Field = { type: 'all' }

function fieldOf(text: string, bounds: Bounds): Field {
  const items = text.split(',').map((item) => itemOf(item, bounds))
  const [only] = items
  if (items.length === 1 && only) {
    const { from, to, by, isWhole } = only
    if (by > 1 && from !== to) return { type: 'step', by, values: valuesOf(only), isWhole }
    if (isWhole) return all
    if (from !== to) return { type: 'range', from, to }
  }
  return { type: 'values', values: [...new Set(items.flatMap(valuesOf))].sort((a, b) => a - b) }
}

interface Item {
  readonly from: number
  readonly to: number
  readonly by: number
  readonly isWhole: boolean
}

function itemOf(item: string, bounds: Bounds): Item {
  const [, first = '', last, step] = /^([^-/]+)(?:-([^-/]+))?(?:\/(\d+))?$/.exec(item) ?? []
  const by = step === undefined ? 1 : Number(step)
  const isWhole = first === '*' && last === undefined
  const from = isWhole ? bounds.least : numberOf(first, bounds)
  const open = isWhole || step !== undefined ? bounds.most : from
  const to = last === undefined ? open : numberOf(last, bounds)
  if (from > to || by < 1) throw new RangeError(item)
  return { from, to, by, isWhole }
}

function numberOf(text: string, { least, most, names = [] }: Bounds): number {
  const named = names.indexOf(text.toUpperCase())
  const number = named < 0 && /^\d{1,2}$/.test(text) ? Number(text) : named + least
  if (number < least || number > most) throw new RangeError(text)
  return number
}

const valuesOf = ({ from, to, by }: Item): number[] =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, at) => from + at * by)

/** If there are more times, hours and minutes are described separately. */
const maxTimes = 6

function timeOf(minutes: Field, hours: Field, locale: Locale): string {
  const words = wordsIn[locale]
  const list = new Intl.ListFormat(locale)
  if (minutes.type === 'values' && hours.type === 'values') {
    const times = hours.values.flatMap((hour) => minutes.values.map((minute) => clock(hour, minute)))
    if (times.length <= maxTimes) return words.at(list.format(times))
  }
  const part = minutesOf(minutes, locale)
  if (hours.type === 'all') return minutes.type === 'values' ? words.everyHour(1, part) : part
  if (hours.type === 'step' && hours.isWhole) return words.everyHour(hours.by, part)
  if (hours.type === 'range') return words.within(clock(hours.from, 0), clock(hours.to, 59), part)
  const [first = 0, ...more] = hours.values
  if (more.length === 0) return words.within(clock(first, 0), clock(first, 59), part)
  return words.inHours(list.format(hours.values.map((hour) => clock(hour, 0))), part)
}

function minutesOf(minutes: Field, locale: Locale): string {
  const words = wordsIn[locale]
  if (minutes.type === 'all') return words.everyMinute(1)
  if (minutes.type === 'step' && minutes.isWhole) return words.everyMinute(minutes.by)
  const values = minutes.type === 'range' ? [`${minutes.from}–${minutes.to}`] : minutes.values.map(String)
  return words.atMinutes(new Intl.ListFormat(locale).format(values))
}

const clock = (hour: number, minute: number) =>
  [hour, minute].map((one) => String(one).padStart(2, '0')).join(':')

type DayFields = Readonly<Record<'days' | 'months' | 'weekdays', Field>>

/**
 * Returns an empty text for every day. If both fields are restricted, a day matches if either the day of the month or the weekday
 * matches.
 */
function daysOf({ days, months, weekdays }: DayFields, locale: Locale): string {
  const words = wordsIn[locale]
  const list = new Intl.ListFormat(locale)
  const named = (field: Field, nameOf: (value: number) => string) =>
    field.type === 'range'
      ? words.fromTo(nameOf(field.from), nameOf(field.to))
      : list.format((field.type === 'all' ? [] : field.values).map(nameOf))
  const isAllYear = months.type === 'all'
  const dates = days.type === 'all' ? [] : [words.ofMonth(named(days, words.day), isAllYear)]
  const weekly = named(mondayFirst(weekdays), weekdayIn(locale))
  const ofWeek = weekdays.type === 'all' ? [] : [words.ofWeek(weekly, isAllYear)]
  const sentence = new Intl.ListFormat(locale, { type: 'disjunction' }).format([...dates, ...ofWeek])
  if (isAllYear) return sentence
  return words.inMonths(named(months, monthIn(locale)), sentence || words.everyDay)
}

const mondayFirst = (field: Field): Field =>
  field.type === 'values' || field.type === 'step'
    ? { type: 'values', values: [...new Set(field.values.map((day) => day || 7))].sort((a, b) => a - b) }
    : field

/** 1 January 2023 was a Sunday. */
const weekdayIn = (locale: Locale) => {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return (day: number) => format.format(Date.UTC(2023, 0, 1 + day))
}

const monthIn = (locale: Locale) => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return (month: number) => format.format(Date.UTC(2023, month - 1, 1))
}

interface Words {
  readonly everyDay: string
  readonly sentence: (time: string, days: string) => string
  readonly at: (times: string) => string
  readonly everyMinute: (by: number) => string
  readonly atMinutes: (minutes: string) => string
  readonly everyHour: (by: number, minutes: string) => string
  readonly within: (from: string, to: string, minutes: string) => string
  readonly inHours: (hours: string, minutes: string) => string
  readonly fromTo: (from: string, to: string) => string
  readonly day: (day: number) => string
  readonly ofMonth: (days: string, isAllYear: boolean) => string
  readonly ofWeek: (days: string, isAllYear: boolean) => string
  readonly inMonths: (months: string, days: string) => string
}

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ordinalSuffixes = { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' } as const

const wordsIn: Readonly<Record<Locale, Words>> = {
  'en-US': {
    everyDay: 'every day',
    sentence: (time, days) => [time, days].filter(Boolean).join(', '),
    at: (times) => `At ${times}`,
    everyMinute: (by) => (by === 1 ? 'Every minute' : `Every ${by} minutes`),
    atMinutes: (minutes) => `At minute ${minutes}`,
    everyHour: (by, minutes) => `${minutes} of every ${by === 1 ? 'hour' : `${by} hours`}`,
    within: (from, to, minutes) => `${minutes} between ${from} and ${to}`,
    inHours: (hours, minutes) => `${minutes} of the hours starting at ${hours}`,
    fromTo: (from, to) => `${from} through ${to}`,
    day: (day) => `${day}${ordinalSuffixes[ordinals.select(day)]}`,
    ofMonth: (days, isAllYear) => `on the ${days}${isAllYear ? ' of each month' : ''}`,
    ofWeek: (days) => `on ${days}`,
    inMonths: (months, days) => `${days} in ${months}`,
  },
  'zh-CN': {
    everyDay: '每天',
    sentence: (time, days) => [days, time].filter(Boolean).join(' '),
    at: (times) => times,
    everyMinute: (by) => (by === 1 ? '每分钟' : `每 ${by} 分钟`),
    atMinutes: (minutes) => `第 ${minutes} 分`,
    everyHour: (by, minutes) => `每${by === 1 ? '' : ` ${by} `}小时，${minutes}`,
    within: (from, to, minutes) => `${from} 至 ${to}，${minutes}`,
    inHours: (hours, minutes) => `${hours} 起的一小时内，${minutes}`,
    fromTo: (from, to) => `${from}至${to}`,
    day: String,
    ofMonth: (days, isAllYear) => `${isAllYear ? '每月 ' : ' '}${days} 日`,
    ofWeek: (days, isAllYear) => `${isAllYear ? '每逢' : ''}${days}`,
    inMonths: (months, days) => `${months}的${days}`,
  },
  'ja-JP': {
    everyDay: '毎日',
    sentence: (time, days) => [days, time].filter(Boolean).join(' '),
    at: (times) => times,
    everyMinute: (by) => (by === 1 ? '毎分' : `${by} 分ごと`),
    atMinutes: (minutes) => `${minutes} 分`,
    everyHour: (by, minutes) => (by === 1 ? `毎時 ${minutes}` : `${by} 時間ごと、${minutes}`),
    within: (from, to, minutes) => `${from}～${to}、${minutes}`,
    inHours: (hours, minutes) => `${hours} からの 1 時間、${minutes}`,
    fromTo: (from, to) => `${from}から${to}`,
    day: String,
    ofMonth: (days, isAllYear) => `${isAllYear ? '毎月 ' : ' '}${days} 日`,
    ofWeek: (days, isAllYear) => `${isAllYear ? '毎週' : ''}${days}`,
    inMonths: (months, days) => `${months}の${days}`,
  },
}
