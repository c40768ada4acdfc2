/** Returns the message key of a greeting by the hour of the day, 0 to 23. */
export function greetingKey(hour: number) {
  if (hour < 5) return 'home.night'
  if (hour < 12) return 'home.morning'
  return hour < 18 ? 'home.afternoon' : 'home.evening'
}
