import { z } from 'zod';

// What the contract says of the texts of a site and of its parts.
export const siteTitle = z.string().min(2).max(128);
export const path = z.string().min(1).max(100);
export const condition = z.string().min(1).max(1024);
export const icon = z.string().max(50);
