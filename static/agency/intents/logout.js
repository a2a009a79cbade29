import { request } from "../net/api.js";

/** Sign out of this browser and show the sign-in page. */
export async function logout() {
  try {
    await request("POST", "/logout/");
  } finally {
    location.assign("/login/");
  }
}
