import { gateway } from '../../lib/gateway';

export const GET = async (request: Request) => (await gateway()).fetch(request);
export const POST = async (request: Request) => (await gateway()).fetch(request);
