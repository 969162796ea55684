export const parents = { SsoLoginInfo: 'contract#LoginInfo' };
