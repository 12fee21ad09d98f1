import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names; of conflicting ones the last wins. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
